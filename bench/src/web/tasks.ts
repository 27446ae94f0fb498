import type { TraceEvent } from './frames.ts'
import type { Page } from './site.ts'

/**
 * Runs acts on a page.
 * @returns the CPU time in milliseconds of each main thread task meanwhile.
 */
export type TaskMeter = (act: () => Promise<unknown>) => Promise<number[]>

/**
 * Traces the tasks of a page. Unlike the browser's long tasks, they include CPU time, which other programs hardly
 * affect.
 */
export async function meterTasks(page: Page): Promise<TaskMeter> {
  const session = await page.context().newCDPSession(page)
  let events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  return async act => {
    events = []
    const traceConfig = { includedCategories: ['toplevel'] }
    await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig })
    await act()
    const complete = new Promise(resolve => session.once('Tracing.tracingComplete', resolve))
    await session.send('Tracing.end')
    await complete
    const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
    const isMain = ({ name, args }: TraceEvent) => name === 'thread_name' && args?.name === 'CrRendererMain'
    const mainThreads = new Set(events.filter(isMain).map(threadOf))
    return events
      .filter(({ name, ph }) => name.endsWith('RunTask') && ph === 'X')
      .filter(event => mainThreads.has(threadOf(event)))
      .map(({ tdur = 0 }) => tdur / 1000)
  }
}
