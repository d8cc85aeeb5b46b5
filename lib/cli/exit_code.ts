/**
 * The exit codes, of which README has the table. `inspect`, `tail` and `record` tell the ending of the channel; the other
 * commands whether they did what they were asked.
 */
export const EXIT = {
  /** The sequence is complete; the command did its work. */
  finished: 0,
  /** A file that is missing or no tape, a connection that was refused. */
  broken: 1,
  usage: 2,
  failed: 3,
  unserved: 4,
  cut: 5,
  violated: 6,
  cancelled: 7,
  /** What a shell says of a program that SIGINT, SIGPIPE or SIGTERM ended. */
  interrupted: 130,
  pipeClosed: 141,
  terminated: 143,
} as const;
