/** How much is measured. */
export interface Amounts {
  /** Messages in a slice. */
  readonly messages: number;
  /** Messages of 64 KiB in a slice. */
  readonly large: number;
  /** How often each case runs, after those that are not counted. */
  readonly repetitions: number;
  /** Messages of the long stream, and of each short one it is compared with. */
  readonly long: number;
  readonly short: number;
  /** How often the two are compared. */
  readonly pairs: number;
  /** Messages over which the heap is watched. */
  readonly watched: number;
  /** Channels at the same time. */
  readonly channels: number;
  /** Channels one after the other, of one message each. */
  readonly openings: number;
  /** Fragments that are coalesced. */
  readonly fragments: number;
}

export const full: Amounts = {
  messages: 5000,
  large: 100,
  repetitions: 21,
  long: 1_000_000,
  short: 10_000,
  pairs: 4,
  watched: 5_000_000,
  channels: 1000,
  openings: 1500,
  fragments: 100_000,
};

/** The same where streams take their time, or nothing is promised. */
export const shorter: Amounts = { ...full, repetitions: 15, pairs: 3, watched: 2_000_000, openings: 500 };

/** What a runtime can do in the same time whose streams are slow, and of which nothing is promised. */
export const brief: Amounts = {
  messages: 2000,
  large: 30,
  repetitions: 7,
  long: 100_000,
  short: 10_000,
  pairs: 3,
  watched: 500_000,
  channels: 200,
  openings: 100,
  fragments: 20_000,
};

/** Enough to see that every case runs, and too little to judge by. */
export const quick: Amounts = {
  messages: 300,
  large: 4,
  repetitions: 3,
  long: 20_000,
  short: 2000,
  pairs: 1,
  watched: 40_000,
  channels: 50,
  openings: 20,
  fragments: 2000,
};
