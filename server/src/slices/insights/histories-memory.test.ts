import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runSync } from '../../kernel/run-in-turns.ts'
import { Histories } from './histories.ts'

const TODAY = 20_778

describe('the histories in memory', () => {
  it('take no more memory when the same avatars are counted again', () => {
    const histories = new Histories()
    const setAll = (views: number) => {
      for (let key = 1; key <= 3000; key++) histories.set(key, TODAY, [0, views, 0, 0, 0, 0])
      runSync(histories.mergeChanges())
    }
    setAll(9)
    const before = histories.byteLength
    for (let views = 1; views < 10; views++) setAll(views)
    assert.equal(histories.byteLength, before)
    assert.deepEqual(histories.totalsOf(histories.placeOf(7)), [0, 9, 0, 0, 0, 0])
  })

  it('take few bits per avatar and day, including the index of its row', () => {
    const histories = new Histories()
    const keys = Array.from({ length: 1024 }, (_, i) => i + 1)
    for (const key of keys) histories.set(key, TODAY - 1, [40, 8, 1, 1, 0, 1])
    runSync(histories.capture())
    const before = histories.byteLength
    for (const key of keys) histories.set(key, TODAY, [40, 8, 1, 1, 0, 1])
    runSync(histories.capture())
    const widths = [8, 4, 2, 2, 1, 2]
    const rowBits = widths.reduce((bits, width) => bits + width, 0)
    assert.equal(histories.byteLength - before, (1024 * rowBits) / 8 + widths.length * 4 + (1024 / 32) * 8)
  })

  it('grow by an eighth and keep their sums', () => {
    const histories = new Histories()
    for (let key = 1; key <= 9000; key++) histories.set(key, TODAY, [0, 1, 0, 0, 0, 0])
    runSync(histories.capture())
    for (let back = 0; back < 20; back++) histories.sumsSince(1, TODAY - back)
    let before = histories.byteLength
    for (let key = 9001; key <= 20_000; key++) {
      histories.set(key, TODAY, [0, 1, 0, 0, 0, 0])
      const after = histories.byteLength
      assert.ok(after >= before && after < before * 1.15, `${before} bytes became ${after}`)
      before = after
    }
    assert.equal(histories.sumsSince(1, TODAY - 5)[19_999], 1)
  })

  it('make room for more avatars in steps of one column, and answer between them', () => {
    const histories = new Histories()
    const days = 40
    for (let back = 0; back < days; back++) histories.set(1, TODAY - back, [0, 1, 0, 0, 0, 0])
    for (let key = 2; key <= 992; key++) histories.set(key, TODAY, [0, 1, 0, 0, 0, 0])
    runSync(histories.mergeChanges())
    for (let back = 0; back < 24; back++) histories.sumsSince(1, TODAY - back)
    const before = histories.byteLength
    histories.set(1001, TODAY, [0, 1, 0, 0, 0, 0])
    let steps = 0
    for (const _ of histories.mergeChanges()) {
      const back = (steps++ * 7) % days
      histories.set(1001 + steps * 10, TODAY, [0, steps, 0, 0, 0, 0])
      const sums = histories.sumsSince(1, TODAY - back)
      assert.deepEqual([sums[0], sums[histories.placeOf(1001 + steps * 10)]], [back + 1, steps])
    }
    assert.ok(steps >= 24, `${steps} steps`)
    assert.ok(histories.byteLength > before * 1.1)
    for (let back = 0; back < days; back++) assert.equal(histories.sumsSince(1, TODAY - back)[0], back + 1)
    const grown = histories.byteLength
    for (let key = 5000; key < 5080; key++) histories.set(key, TODAY, [0, 1, 0, 0, 0, 0])
    assert.equal(histories.byteLength, grown)
  })
})
