let made = 0;

/** Throws where something is not so. No assertion library: this also runs in browsers and workers. */
export function check(holds, what) {
  if (!holds) throw new Error(`Not so: ${what}`);
  made++;
}

/** Compares JSON values. */
export function same(actual, expected, what) {
  const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)];
  check(is === should, `${what}: ${is} is not ${should}`);
}

/** How many checks were made: a consumer that skipped some shows fewer. */
export const checksMade = () => made;
