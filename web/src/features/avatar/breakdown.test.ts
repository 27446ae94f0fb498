import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hoursOf, largestBuckets } from './breakdown.ts'

const bucket = (key: string, count: number) => ({ key, count })

describe('the buckets of visitors', () => {
  it('are all counted: those that are not shown are part of the others', () => {
    const namedBuckets = [9, 8, 7, 6, 5, 4, 3, 2].map(count => bucket(`key${count}`, count))
    const buckets = [bucket('other', 40), ...namedBuckets]
    assert.deepEqual(largestBuckets(buckets), [...namedBuckets.slice(0, 6), bucket('other', 45)])
  })

  it('have no others when each is shown', () => {
    assert.deepEqual(largestBuckets([bucket('jp', 2), bucket('kr', 1)]), [bucket('jp', 2), bucket('kr', 1)])
    assert.deepEqual(largestBuckets([]), [])
  })
})

describe('the hours of visits', () => {
  it('are in the order of the clock, also those without visits', () => {
    const { counts, others } = hoursOf([bucket('13', 9), bucket('07', 4), bucket('other', 3)])
    assert.equal(counts.length, 24)
    assert.deepEqual([counts[7], counts[8], counts[13]], [4, 0, 9])
    assert.equal(others, 3)
  })
})
