import type { Measured, Page } from './site.ts'

/** Milliseconds of CPU time of a page's main thread, by what it did; `task` holds the others. */
const METRICS = {
  task: 'TaskDuration',
  script: 'ScriptDuration',
  style: 'RecalcStyleDuration',
  layout: 'LayoutDuration',
} as const

export type CpuTimes = Readonly<Record<keyof typeof METRICS, number>>

const KINDS = Object.keys(METRICS) as (keyof typeof METRICS)[]

/**
 * Begins to measure the CPU time of a page, which other programs on the machine change far less than the clock.
 *
 * @returns reads the times since the last reading; call it before the page is loaded for those of the load.
 */
export async function meterCpu(page: Page): Promise<() => Promise<CpuTimes>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    const seconds = new Map(metrics.map(({ name, value }) => [name, value]))
    return timesOf(kind => (seconds.get(METRICS[kind]) ?? 0) * 1000)
  }
  let before = timesOf(() => 0)
  return async () => {
    const now = await read()
    // A page that was loaded since begins at 0 again.
    const since = now.task < before.task ? timesOf(() => 0) : before
    before = now
    return timesOf(kind => now[kind] - since[kind])
  }
}

/** One row for CPU times. @param per what `count` of them share the times. */
export function cpuRow(name: string, times: CpuTimes, count = 1): Measured {
  const [task, ...parts] = KINDS.map(kind => (times[kind] / count).toFixed(1))
  const named = KINDS.slice(1).map((kind, index) => `${kind} ${parts[index]}`)
  return { name, value: `${task} (${named.join(', ')})`, unit: 'ms CPU' }
}

export function sumOf(all: readonly CpuTimes[]): CpuTimes {
  return timesOf(kind => all.reduce((sum, times) => sum + times[kind], 0))
}

function timesOf(of: (kind: keyof CpuTimes) => number): CpuTimes {
  return { task: of('task'), script: of('script'), style: of('style'), layout: of('layout') }
}
