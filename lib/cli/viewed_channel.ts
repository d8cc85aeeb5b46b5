import { usageError } from "./cli_error.ts";

/** A channel that the page opens, and where the page may connect to for it. */
export interface ViewedChannel {
  readonly url: string;
  readonly origin: string;
}

/**
 * What a browser's policy can name is less than what an address can be: a host with a `*` would be any host, and an IPv6
 * address none.
 *
 * @throws {CliError} if it is no address of a WebSocket, or none that the page could be allowed
 */
export function viewedChannel(address: string): ViewedChannel {
  const url = parse(address);
  if (url.hostname === "[::1]") url.hostname = "localhost";
  if (url.hostname.startsWith("[")) {
    throw usageError(`A browser cannot be allowed to connect to an IPv6 address: name ${url.hostname} by a host name`);
  }
  if (!/^[\w.-]+$/.test(url.hostname)) throw notOne(address);
  url.hash = "";
  return { url: url.href, origin: url.origin };
}

function parse(address: string): URL {
  try {
    return new URL(address);
  } catch {
    throw notOne(address);
  }
}

function notOne(address: string): Error {
  return usageError(`${JSON.stringify(address)} is no address of a WebSocket`);
}
