/** A second copy of the package, loaded beside the first. */
declare module "channel-frames-again" {
  export * from "channel-frames";
}

/** The text of a file, put in by the bundler. */
declare module "*.jsonl" {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: what the bundler makes of a text
  export default text;
}
