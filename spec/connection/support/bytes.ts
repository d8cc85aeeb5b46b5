/** What stands in a message of a connection, read or to be written by hand, and not by what is tested here. */
export interface Fields {
  readonly type: number;
  readonly scope: number;
  readonly channel: number;
  readonly payload: readonly number[];
}

/** A message of a connection, of any type and fields. */
export function raw(
  type: number,
  scope: number,
  channel: number,
  payload: Iterable<number> = [],
): Uint8Array<ArrayBuffer> {
  const bytes = payload instanceof Uint8Array ? payload : [...payload];
  const message = new Uint8Array(9 + bytes.length);
  const view = new DataView(message.buffer);
  view.setUint8(0, type);
  view.setUint32(1, scope);
  view.setUint32(5, channel);
  message.set(bytes, 9);
  return message;
}

/** The fields of a message, whatever its type calls for. */
export function fieldsOf(message: Uint8Array): Fields {
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  return {
    type: view.getUint8(0),
    scope: view.getUint32(1),
    channel: view.getUint32(5),
    payload: [...message.subarray(9)],
  };
}

type Bytes = Iterable<number>;

export const authorization = (payload: Bytes = []) => raw(0, 0, 0, payload);
export const request = (scope: number, payload: Bytes = []) => raw(1, scope, 0, payload);
export const response = (scope: number, payload: Bytes = []) => raw(2, scope, 0, payload);
export const responseFinish = (scope: number) => raw(3, scope, 0);
export const channelRequest = (scope: number, channel: number, payload: Bytes = []) => raw(4, scope, channel, payload);
export const channelResponse = (scope: number, channel: number, payload: Bytes = []) => raw(5, scope, channel, payload);
export const channelFinish = (scope: number, channel: number) => raw(6, scope, channel);
