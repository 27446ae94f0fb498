import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import { silentLog } from '../log.ts'
import { Supervisor } from './supervisor.ts'

/** Implements what a supervisor uses of a process. */
class Child extends EventEmitter {
  readonly connected = true
  exitCode: number | null = null
  signalCode: string | null = null
  isFrozen = false
  readonly told: unknown[] = []

  send(message: { kind: string; id?: number }): boolean {
    if (message.kind !== 'ask') this.told.push(message)
    else if (!this.isFrozen) this.emit('message', { kind: 'answer', id: message.id, text: '' })
    return true
  }

  kill(signal: string): boolean {
    this.signalCode = signal
    return this.emit('exit')
  }

  end(): void {
    this.exitCode = 0
    this.emit('exit')
  }
}

/** Lets awaited promises continue. */
const turn = () => setImmediate()

/** Supervises processes that end when the test says so. */
function supervise(names: readonly string[]) {
  const clock = new ManualClock(0)
  const children: Child[] = []
  const start = () => children[children.push(new Child()) - 1] as unknown as ChildProcess
  const specs = names.map(name => ({ name, start }))
  const supervisor = new Supervisor({ specs, drainMs: 2000, clock, random: () => 0, log: silentLog })
  return { clock, children, supervisor, done: supervisor.run() }
}

describe('a stop of several processes', () => {
  it('tells the first one when all others have ended', async () => {
    const { children, supervisor, done } = supervise(['api-1', 'api-2', 'worker'])
    const [first, second, worker] = children as [Child, Child, Child]
    supervisor.stop('SIGTERM')
    for (const child of [second, worker]) assert.deepEqual(child.told, [{ kind: 'stop', how: 'SIGTERM' }])
    second.end()
    await turn()
    assert.deepEqual(first.told, [])
    worker.end()
    await turn()
    assert.deepEqual(first.told, [{ kind: 'stop', how: 'SIGTERM' }])
    first.end()
    assert.equal(await done, true)
  })

  for (const [how, stopMs] of [
    ['SIGTERM', 12_000],
    ['SIGINT', 10_000],
  ] as const)
    it(`by ${how} tells the first one although another does not end`, async () => {
      const { clock, children, supervisor, done } = supervise(['api-1', 'api-2'])
      const [first, slow] = children as [Child, Child]
      supervisor.stop(how)
      clock.advance(stopMs - 1)
      await turn()
      assert.deepEqual(first.told, [])
      clock.advance(1)
      await turn()
      assert.deepEqual(first.told, [{ kind: 'stop', how }])
      for (const child of [first, slow]) child.end()
      assert.equal(await done, true)
    })

  it('kills a process that neither ends nor responds, so that the first one gets its locks', async () => {
    const { clock, children, supervisor, done } = supervise(['api-1', 'api-2', 'worker'])
    const [first, frozen, worker] = children as [Child, Child, Child]
    frozen.isFrozen = true
    supervisor.stop('SIGTERM')
    clock.advance(12_000)
    await turn()
    clock.advance(2000)
    await turn()
    assert.deepEqual([frozen.signalCode, worker.signalCode, first.signalCode], ['SIGKILL', null, null])
    assert.deepEqual(first.told, [{ kind: 'stop', how: 'SIGTERM' }])
    for (const child of [first, worker]) child.end()
    assert.equal(await done, true)
  })

  it('kills the first one when it is frozen, and waits for others that answer', async () => {
    const { clock, children, supervisor, done } = supervise(['api-1', 'api-2'])
    const [first, slow] = children as [Child, Child]
    first.isFrozen = true
    supervisor.stop('SIGINT')
    clock.advance(10_000)
    await turn()
    clock.advance(2000)
    await turn()
    assert.deepEqual([first.signalCode, slow.signalCode], ['SIGKILL', null])
    slow.end()
    assert.equal(await done, true)
  })

  for (const [how, longestMs] of [
    ['SIGTERM', 32_000],
    ['SIGINT', 28_000],
  ] as const)
    it(`by ${how} takes ${longestMs} ms at most although processes answer`, async () => {
      const { clock, children, supervisor, done } = supervise(['api-1', 'api-2'])
      supervisor.stop(how)
      for (const ms of [longestMs / 2, longestMs / 2 - 1]) {
        clock.advance(ms)
        await turn()
      }
      assert.deepEqual(
        children.map(({ signalCode }) => signalCode),
        [null, null],
      )
      clock.advance(1)
      assert.equal(await done, true)
      assert.deepEqual(
        children.map(({ signalCode }) => signalCode),
        ['SIGKILL', 'SIGKILL'],
      )
    })
})

describe('a replacement of several processes', () => {
  it('kills an old one that is frozen', async () => {
    const { clock, children, supervisor, done } = supervise(['api-1'])
    const ready = { kind: 'ready', residentBytes: 1 }
    const [old] = children as [Child]
    old.isFrozen = true
    old.emit('message', ready)
    await turn()
    const rolled = supervisor.roll()
    children[1]!.emit('message', ready)
    await turn()
    assert.deepEqual(old.told, [{ kind: 'stop', how: 'replaced' }])
    for (const ms of [12_000, 2000]) {
      clock.advance(ms)
      await turn()
    }
    await rolled
    assert.equal(old.signalCode, 'SIGKILL')
    supervisor.stop('SIGINT')
    children[1]!.end()
    assert.equal(await done, true)
  })
})
