/** The first element of a record, which says what the others are. A reader skips those that it does not know. */
export const HEADER = 0;
export const MESSAGE = 1;
export const DROPPED = 2;
export const END = 3;

/** The second element of the header, so that a tape is known by its first bytes. */
export const MAGIC = "channel-frames/tape";

/** The version of the format that is written, and the highest that is read. */
export const VERSION = 1;
