import assert from 'node:assert/strict'
import { test } from 'node:test'
import { halfOf, type JudgedAvatar, precision, recall, scoreOf, worstTags } from './score.ts'

const judged = (expectedTags: string[], foundTags: string[]): JudgedAvatar => ({
  id: 'avtr_00000000-0000-4000-8000-000000000000',
  expectedTags: new Set(expectedTags),
  foundTags: new Set(foundTags),
})
const RECORDS = [judged(['fox', 'cute'], ['fox', 'maid']), judged(['fox'], ['fox']), judged([], ['maid'])]

test('a score counts tags, not records', () => {
  assert.deepEqual(scoreOf(RECORDS), { right: 2, wrong: 2, missed: 1 })
  assert.equal(precision({ right: 2, wrong: 2, missed: 1 }), 0.5)
  assert.equal(recall({ right: 2, wrong: 2, missed: 1 }), 2 / 3)
})

test('nothing found is not imprecise, nothing there is not missed', () => {
  assert.equal(precision({ right: 0, wrong: 0, missed: 3 }), 1)
  assert.equal(recall({ right: 0, wrong: 3, missed: 0 }), 1)
})

test('the worst tags come first and the faultless not at all', () => {
  assert.deepEqual(
    worstTags(RECORDS, 10).map(([tag]) => tag),
    ['maid', 'cute'],
  )
  assert.equal(worstTags(RECORDS, 1).length, 1)
})

test('the half of a record follows from its id', () => {
  const ids = Array.from({ length: 200 }, (_, i) => `avtr_${i}`)
  const tuning = ids.filter(id => halfOf(id) === 'tuning').length
  assert.ok(tuning > 70 && tuning < 130, `${tuning} of 200`)
  assert.equal(halfOf('avtr_1'), halfOf('avtr_1'))
})
