import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import { silentLog } from '../log.ts'
import { Supervisor } from './supervisor.ts'

/** The part of a process that a supervisor uses. */
class Child extends EventEmitter {
  readonly connected = true
  readonly told: unknown[] = []

  send(message: unknown): boolean {
    this.told.push(message)
    return true
  }
}

/** Supervises processes that end when the test says so. */
function supervise(names: readonly string[]) {
  const clock = new ManualClock(0)
  const children = names.map(() => new Child())
  const slots = children.map((child, at) => ({
    name: names[at]!,
    start: () => child as unknown as ChildProcess,
  }))
  const supervisor = new Supervisor({ slots, drainMs: 2000, clock, log: silentLog })
  return { clock, children, supervisor, done: supervisor.run() }
}

describe('a stop of several processes', () => {
  it('tells the first one when all others have ended', async () => {
    const { children, supervisor, done } = supervise(['api-1', 'api-2', 'worker'])
    const [first, second, worker] = children as [Child, Child, Child]
    supervisor.stop('SIGTERM')
    for (const child of [second, worker]) assert.deepEqual(child.told, [{ kind: 'stop', how: 'SIGTERM' }])
    second.emit('exit')
    await setImmediate()
    assert.deepEqual(first.told, [])
    worker.emit('exit')
    await setImmediate()
    assert.deepEqual(first.told, [{ kind: 'stop', how: 'SIGTERM' }])
    first.emit('exit')
    assert.equal(await done, true)
  })

  for (const [how, stopMs] of [
    ['SIGTERM', 12_000],
    ['SIGINT', 10_000],
  ] as const)
    it(`by ${how} tells the first one although another does not end`, async () => {
      const { clock, children, supervisor, done } = supervise(['api-1', 'api-2'])
      const [first, frozen] = children as [Child, Child]
      supervisor.stop(how)
      clock.advance(stopMs - 1)
      await setImmediate()
      assert.deepEqual(first.told, [])
      clock.advance(1)
      await setImmediate()
      assert.deepEqual(first.told, [{ kind: 'stop', how }])
      for (const child of [first, frozen]) child.emit('exit')
      assert.equal(await done, true)
    })
})
