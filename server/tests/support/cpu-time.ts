/**
 * Runs `work`. @returns the CPU milliseconds that this thread took, which other work on the machine does not add to.
 */
export function cpuMsOf(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
