import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import { WakeUp } from './wake-up.ts'

/** Calls `isDue`, and reads when it is true; `reads` counts the reads. */
function create() {
  const clock = new ManualClock()
  const notices = { isListening: true }
  let wake = () => {}
  const onChanges = (given: () => void) => {
    wake = given
    return notices
  }
  const wakeUp = new WakeUp({ clock, onChanges })
  const readsIn = (ms: number, foundChanges = false) => {
    let reads = 0
    for (let passed = 0; passed < ms; passed += wakeUp.checkEveryMs) {
      clock.advance(wakeUp.checkEveryMs)
      if (!wakeUp.isDue()) continue
      reads++
      wakeUp.begin()(foundChanges)
    }
    return reads
  }
  readsIn(25)
  return { notices, readsIn, notify: () => wake() }
}

describe('the change log', () => {
  it('is read at once at a notice, and seldom without', () => {
    const { readsIn, notify } = create()
    assert.equal(readsIn(10_000), 10)
    notify()
    assert.equal(readsIn(25), 1)
    assert.equal(readsIn(25), 0)
  })

  it('is polled often while the database does not listen', () => {
    const { notices, readsIn } = create()
    notices.isListening = false
    assert.equal(readsIn(1500), 10)
  })

  it('is polled often after a change without a notification, until the next notification', () => {
    const { readsIn, notify } = create()
    readsIn(1000, true)
    assert.equal(readsIn(1500), 10)
    notify()
    assert.equal(readsIn(2000), 2)
  })
})
