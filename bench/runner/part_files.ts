/** The parts of the benchmark, in the order in which they run: the file of each in `parts/`, and what it exports. */
export const partFiles = {
  decode: { file: "decode_part.ts", name: "decodePart" },
  peers: { file: "peers_part.ts", name: "peersPart" },
  validate: { file: "validate_part.ts", name: "validatePart" },
  encode: { file: "encode_part.ts", name: "encodePart" },
  relay: { file: "relay_part.ts", name: "relayPart" },
  large: { file: "large_part.ts", name: "largePart" },
  growth: { file: "growth_part.ts", name: "growthPart" },
  memory: { file: "memory_part.ts", name: "memoryPart" },
  channels: { file: "channels_part.ts", name: "channelsPart" },
  open: { file: "open_part.ts", name: "openPart" },
  coalesce: { file: "coalesce_part.ts", name: "coalescePart" },
} as const;

/** What a part is called on the command line. */
export type PartName = keyof typeof partFiles;

/** All of them. */
export const partNames: readonly PartName[] = Object.keys(partFiles).filter(isPartName);

/** Whether there is such a part. */
export function isPartName(name: string): name is PartName {
  return Object.hasOwn(partFiles, name);
}
