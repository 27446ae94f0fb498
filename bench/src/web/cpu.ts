import type { Measurement, Page } from './site.ts'

/** CPU time of a page's main thread in milliseconds, by kind of work; `task` includes the others. */
const METRICS = {
  task: 'TaskDuration',
  script: 'ScriptDuration',
  style: 'RecalcStyleDuration',
  layout: 'LayoutDuration',
} as const

export type CpuTimes = Readonly<Record<keyof typeof METRICS, number>>

const KINDS = Object.keys(METRICS) as (keyof typeof METRICS)[]

/**
 * Starts measuring the CPU time of a page, which other programs affect far less than elapsed time.
 * @returns a function that reads the times since the last reading. To measure a page load, call it before the load.
 */
export async function meterCpu(page: Page): Promise<() => Promise<CpuTimes>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    const seconds = new Map(metrics.map(({ name, value }) => [name, value]))
    return timesOf(kind => (seconds.get(METRICS[kind]) ?? 0) * 1000)
  }
  let lastTimes = timesOf(() => 0)
  return async () => {
    const times = await read()
    // A page that was loaded in between starts from 0 again.
    const start = times.task < lastTimes.task ? timesOf(() => 0) : lastTimes
    lastTimes = times
    return timesOf(kind => times[kind] - start[kind])
  }
}

/**
 * A row of CPU times.
 * @param count number of acts or frames by which the times are divided.
 */
export function cpuRow(name: string, times: CpuTimes, count = 1): Measurement {
  const [task, ...parts] = KINDS.map(kind => (times[kind] / count).toFixed(1))
  const shares = KINDS.slice(1).map((kind, index) => `${kind} ${parts[index]}`)
  return { name, value: `${task} (${shares.join(', ')})`, unit: 'ms CPU' }
}

export function sumOf(all: readonly CpuTimes[]): CpuTimes {
  return timesOf(kind => all.reduce((sum, times) => sum + times[kind], 0))
}

function timesOf(of: (kind: keyof CpuTimes) => number): CpuTimes {
  return { task: of('task'), script: of('script'), style: of('style'), layout: of('layout') }
}
