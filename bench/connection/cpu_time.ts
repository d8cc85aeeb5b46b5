/** The processor time that this process has used, in milliseconds, all threads together. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
