import type { Page, Site } from './site.ts'

const CATEGORIES = ['blink.user_timing', 'devtools.timeline', 'disabled-by-default-devtools.timeline']

/** Runs in the page: marks in the trace where `performance.now` is 0. */
export const MARK_TRACE = `performance.mark('traced', { startTime: 0 })`

/** Kinds of work by name of trace event; an event with another name has the kind of the event around it. */
const KINDS: Readonly<Record<string, string>> = {
  FunctionCall: 'script',
  EvaluateScript: 'script',
  FireAnimationFrame: 'script',
  TimerFire: 'script',
  EventDispatch: 'script',
  RunMicrotasks: 'script',
  'v8.compile': 'compile',
  'v8.compileModule': 'compile',
  MinorGC: 'garbage collection',
  MajorGC: 'garbage collection',
  UpdateLayoutTree: 'style',
  Layout: 'layout',
  PrePaint: 'paint',
  Paint: 'paint',
  Layerize: 'paint',
  Commit: 'paint',
}

export interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** In microseconds: start, duration, and CPU time. */
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

type Span = TraceEvent & { readonly dur: number; readonly tdur: number }

/** Start and end of a frame in milliseconds of `performance.now`. */
export type Frame = readonly [start: number, end: number]

/** Milliseconds of a frame by cause, in descending order. */
export interface ExplainedFrame {
  /** CPU time of the main thread. */
  readonly cpu: number
  readonly causes: readonly (readonly [cause: string, ms: number])[]
}

/**
 * Traces the browser while a page works. The page must have run `MARK_TRACE`.
 * @returns a function that explains frames of the page.
 */
export async function withTrace<Result>(
  { browser }: Site,
  page: Page,
  use: () => Promise<Result>,
): Promise<[Result, (frame: Frame) => ExplainedFrame]> {
  await browser.startTracing(page, { categories: CATEGORIES })
  const result = await use()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString())
  return [result, explainer(traceEvents)]
}

/** Returns a function that explains frames by the events of a trace. */
export function explainer(events: readonly TraceEvent[]): (frame: Frame) => ExplainedFrame {
  const mark = events.find(({ name }) => name === 'traced')
  if (mark === undefined) throw new Error('The trace has no mark of the page')
  const mainThreadSpans = events
    .filter(isSpan)
    .filter(({ pid, tid }) => pid === mark.pid && tid === mark.tid)
    .sort((a, b) => a.ts - b.ts || b.dur - a.dur)
  return ([start, end]) => {
    const [from, to] = [mark.ts + start * 1000, mark.ts + end * 1000]
    const spans = mainThreadSpans.filter(({ ts, dur }) => ts < to && ts + dur > from)
    const work = workOf(spans.filter(({ ts }) => ts >= from))
    const cpu = sum([...work.values()])
    const tasks = spans.filter(({ name }) => name === 'RunTask')
    const busyMs = sum(tasks.map(({ ts, dur }) => Math.min(ts + dur, to) - Math.max(ts, from))) / 1000
    const causes = [
      ...work,
      ['without a processor', Math.max(0, busyMs - cpu)] as const,
      ['without a task', Math.max(0, end - start - busyMs)] as const,
    ]
    return { cpu, causes: causes.toSorted(([, a], [, b]) => b - a) }
  }
}

function isSpan(event: TraceEvent): event is Span {
  return event.ph === 'X' && event.dur !== undefined && event.tdur !== undefined
}

/** CPU time in milliseconds by kind, excluding the time of nested events. */
function workOf(spans: readonly Span[]): Map<string, number> {
  const work = new Map<string, number>()
  const add = (kind: string, time: number) => work.set(kind, (work.get(kind) ?? 0) + time / 1000)
  const enclosingSpans: { end: number; kind: string }[] = []
  for (const { name, ts, dur, tdur } of spans) {
    while (enclosingSpans.length > 0 && enclosingSpans.at(-1)!.end <= ts) enclosingSpans.pop()
    const outer = enclosingSpans.at(-1)
    const kind = KINDS[name] ?? outer?.kind ?? 'other'
    add(kind, tdur)
    if (outer !== undefined) add(outer.kind, -tdur)
    enclosingSpans.push({ end: ts + dur, kind })
  }
  return work
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0)
}
