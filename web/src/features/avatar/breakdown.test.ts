import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hoursOf, largestGroups } from './breakdown.ts'

const group = (key: string, count: number) => ({ key, count })

describe('the groups of visitors', () => {
  it('are all counted: those that are not shown are part of the others', () => {
    const named = [9, 8, 7, 6, 5, 4, 3, 2].map(count => group(`key${count}`, count))
    const groups = [group('other', 40), ...named]
    assert.deepEqual(largestGroups(groups), [...named.slice(0, 6), group('other', 45)])
  })

  it('have no others when each is shown', () => {
    assert.deepEqual(largestGroups([group('jp', 2), group('kr', 1)]), [group('jp', 2), group('kr', 1)])
    assert.deepEqual(largestGroups([]), [])
  })
})

describe('the hours of visits', () => {
  it('are in the order of the clock, also those without visits', () => {
    const { counts, others } = hoursOf([group('13', 9), group('07', 4), group('other', 3)])
    assert.equal(counts.length, 24)
    assert.deepEqual([counts[7], counts[8], counts[13]], [4, 0, 9])
    assert.equal(others, 3)
  })
})
