import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import { WakeUp } from './wake-up.ts'

/** Reads whenever a read is due; `readsIn` counts the reads of a time. */
function create() {
  const clock = new ManualClock()
  const notices = { isListening: true }
  let wake = () => {}
  const onChanges = (given: () => void) => {
    wake = given
    return notices
  }
  const wakeUp = new WakeUp({ clock, onChanges })
  const { signal } = new AbortController()
  let reads = 0
  let foundChanges = false
  const follow = async () => {
    for (;;) {
      await wakeUp.untilDue(signal)
      reads++
      wakeUp.beginRead()(foundChanges)
      await clock.sleep(wakeUp.pauseMs)
    }
  }
  void follow()
  clock.watch(1)
  const readsIn = async (ms: number, found = false) => {
    foundChanges = found
    const before = reads
    await clock.settle(ms, 25)
    return reads - before
  }
  /** Returns the number of reads that a notice causes at once. */
  const notify = async () => {
    const before = reads
    wake()
    await nextTurn()
    return reads - before
  }
  return { notices, readsIn, notify }
}

describe('the change log', () => {
  it('is read at once at a notice, and seldom without, but early enough to show a change within a second', async () => {
    const { readsIn, notify } = create()
    assert.equal(await readsIn(800), 1)
    assert.equal(await readsIn(8000), 10)
    await readsIn(500)
    assert.equal(await notify(), 1)
    assert.equal(await readsIn(500), 0)
  })

  it('is polled often while the database does not listen', async () => {
    const { notices, readsIn, notify } = create()
    await readsIn(500)
    notices.isListening = false
    assert.equal(await notify(), 1, 'the end of listening is a notice')
    assert.equal(await readsIn(1500), 10)
  })

  it('is polled often after a change without a notification, until the next notification', async () => {
    const { readsIn, notify } = create()
    await readsIn(1000, true)
    assert.equal(await readsIn(1500), 10)
    await notify()
    assert.equal(await readsIn(2000), 2)
  })
})
