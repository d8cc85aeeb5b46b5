/** Runs in the page before anything else: notes when rows and the ending are there, and how long its thread was busy. */
export const watch = `
  globalThis.seen = { rows: undefined, ending: undefined, longest: 0 };
  const channel = new MessageChannel();
  let last = performance.now();
  channel.port1.onmessage = () => {
    const now = performance.now();
    seen.longest = Math.max(seen.longest, now - last);
    last = now;
    if (seen.rows === undefined && document.querySelector(".row")) seen.rows = now;
    if (seen.ending === undefined && document.querySelector(".banner:not([data-kind=reading])")) seen.ending = now;
    // Not at once, which would itself keep the thread busy. A browser waits up to 4 ms here, which counts as busy, too.
    setTimeout(() => channel.port2.postMessage(0), 1);
  };
  addEventListener("DOMContentLoaded", () => { last = performance.now(); channel.port2.postMessage(0); });
`;

/** Scrolls through all of it, then jumps to the middle, and tells how busy that was, and how soon the rows were there. */
export const scroll = `(async () => {
  const list = document.querySelector(".list");
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  seen.longest = 0;
  for (let step = 0; step <= 100; step++) {
    list.scrollTop = (list.scrollHeight * step) / 100;
    await frame();
  }
  const start = performance.now();
  list.scrollTop = list.scrollHeight / 2;
  await frame();
  for (;;) {
    const { top, bottom } = list.getBoundingClientRect();
    const isThere = [...document.querySelectorAll(".row")].some((row) => {
      const place = row.getBoundingClientRect();
      return place.top < (top + bottom) / 2 && place.bottom > (top + bottom) / 2;
    });
    if (isThere) break;
    await frame();
  }
  return { longest: seen.longest, jump: performance.now() - start };
})()`;
