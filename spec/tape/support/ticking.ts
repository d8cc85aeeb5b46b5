/** A clock that goes on by the same step whenever it is asked. */
export function ticking(start: number, step: number): () => number {
  let times = 0;
  return () => start + step * times++;
}
