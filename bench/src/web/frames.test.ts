import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { explainer, type TraceEvent } from './frames.ts'

const MARK: TraceEvent = { name: 'traced', ph: 'I', pid: 1, tid: 1, ts: 5_000_000 }

/** An event of the main thread; times are in milliseconds of the page. */
const span = (name: string, start: number, ms: number, cpuMs: number, tid = 1): TraceEvent => ({
  name,
  ph: 'X',
  pid: 1,
  tid,
  ts: MARK.ts + start * 1000,
  dur: ms * 1000,
  tdur: cpuMs * 1000,
})

describe('a slow frame', () => {
  it('is explained by its own work, waits for a processor, and idle time', () => {
    const explain = explainer([
      span('RunTask', 110, 60, 31),
      span('FunctionCall', 115, 40, 20),
      span('Layout', 120, 10, 8),
      span('UpdateLayoutTree', 158, 10, 5),
      span('RunTask', 110, 60, 60, 2),
      MARK,
    ])
    const { cpu, causes } = explain([100, 200])
    assert.equal(cpu, 31)
    assert.deepEqual(causes, [
      ['without a task', 40],
      ['without a processor', 29],
      ['script', 12],
      ['layout', 8],
      ['other', 6],
      ['style', 5],
    ])
  })

  it('has only its own part of a task that began before it', () => {
    const explain = explainer([MARK, span('RunTask', 90, 30, 10), span('Paint', 110, 5, 4)])
    const { cpu, causes } = explain([100, 150])
    assert.equal(cpu, 4)
    assert.deepEqual(causes, [
      ['without a task', 30],
      ['without a processor', 16],
      ['paint', 4],
    ])
  })
})
