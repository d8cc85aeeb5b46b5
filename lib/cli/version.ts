import { readFileSync } from "node:fs";

/** The version of the package. Its manifest lies where it does for the sources and for what is built of them. */
export function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  const version = typeof manifest === "object" && manifest !== null && "version" in manifest ? manifest.version : "";
  return String(version);
}
