import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { COUNTERS } from '@avatary/contract/insights'
import { runSync } from '../../kernel/run-in-turns.ts'
import { Histories } from './histories.ts'

const TODAY = 20_778

describe('the histories in memory', () => {
  it('merge and capture a day in steps of one counter, and answer between them', () => {
    const histories = new Histories()
    const count = () => histories.totalsOf(0)[1]
    for (let key = 1; key <= 3000; key++) histories.set(key, TODAY, [0, 1, 0, 0, 0, 0])
    const capture = histories.capture()
    const merge = histories.mergeChanges()
    for (let step = 0; step < COUNTERS.length; step++) {
      assert.equal(merge.next().done, false)
      assert.equal(capture.next().done, false)
      histories.set(1, TODAY, [0, step + 2, 0, 0, 0, 0])
      assert.deepEqual([count(), histories.countOn(0, 1, TODAY)], [step + 2, step + 2])
    }
    const [merged, captured] = [merge.next(), capture.next()]
    assert.ok(merged.done && captured.done)
    assert.deepEqual([count(), histories.countOn(0, 1, TODAY)], [7, 7])
    const restored = new Histories()
    restored.restore(captured.value)
    assert.equal(restored.countOn(0, 1, TODAY), 1)
  })

  it('keep changes that another merge wrote while histories were captured', () => {
    const histories = new Histories()
    histories.set(1, TODAY, [0, 1, 0, 0, 0, 0])
    const capture = histories.capture()
    capture.next()
    histories.set(1, TODAY, [0, 2, 0, 0, 0, 0])
    runSync(histories.capture())
    runSync(capture)
    assert.equal(histories.countOn(0, 1, TODAY), 2)
  })

  it('do not change captured histories', () => {
    const histories = new Histories()
    for (let key = 1; key <= 40; key++) histories.set(key, TODAY, [key, 1, 0, 0, 0, 0])
    const captured = runSync(histories.capture())
    for (let key = 1; key <= 80; key++) histories.set(key, TODAY, [0, 7, 0, 0, 0, 0])
    runSync(histories.capture())
    const restored = new Histories()
    restored.restore(captured)
    assert.equal(restored.size, 40)
    for (let key = 1; key <= 40; key++)
      assert.deepEqual(restored.totalsOf(restored.placeOf(key)), [key, 1, 0, 0, 0, 0])
  })
})
