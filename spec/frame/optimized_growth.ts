import { execFile } from "node:child_process";
import { promisify } from "node:util";

/**
 * How much longer 16 times the work takes once the engine has optimized it: about 16 where the time is linear, and 256
 * where it is quadratic.
 *
 * In a process of its own, as the runner's way to load modules keeps the engine from what it does with plain ones. (V8
 * takes a search in a string for something that can be done again wherever its result is used, in a loop for one.)
 *
 * @param source defines a function `prepare` that gives, for a size, a function that does the work
 */
export async function optimizedGrowth(source: string, size: number): Promise<number> {
  const code = `
    ${source}
    const time = (size) => {
      const run = prepare(size);
      const times = [];
      for (let round = 0; round < 12; round++) {
        const start = performance.now();
        run();
        times.push(performance.now() - start);
      }
      return Math.min(...times.slice(-3));
    };
    const small = time(${size});
    console.log(time(${16 * size}) / small);
  `;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "--eval", code],
    { cwd: new URL("../..", import.meta.url) },
  );
  return Number(stdout);
}
