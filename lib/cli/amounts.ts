/** As in `118 B`, `9.8 kB`, `1.2 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  let amount = bytes;
  let unit = -1;
  // What would be rounded to 1000 belongs to the next unit.
  while (amount >= 999.5 && unit < 4) {
    amount /= 1000;
    unit++;
  }
  return `${amount < 9.95 ? amount.toFixed(1) : Math.round(amount)} ${"kMGTP"[unit]}B`;
}

/** As in `1,204`. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** As in `1 message`, `1,204 messages`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** A span as a person would say it: `12 ms`, `1.2 s`, `2 min 05 s`, `3 h 04 min`. */
export function formatSpan(ms: number): string {
  if (ms < 10) return `${Number(ms.toFixed(ms < 1 ? 2 : 1))} ms`;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${two(whole % 60)} s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${two(minutes % 60)} min`;
}

function two(amount: number): string {
  return String(amount).padStart(2, "0");
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Reads a time on a tape, as in `90`, `1.5s`, `200ms`, `2m`, in milliseconds; `undefined` for anything else. */
export function parseSpan(text: string): number | undefined {
  const [, amount, unit = "s"] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text) ?? [];
  return amount === undefined ? undefined : Number(amount) * (units[unit] ?? Number.NaN);
}
