import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { largestGroups } from './breakdown.ts'

const group = (key: string, count: number) => ({ key, count })

describe('the groups of visitors', () => {
  it('are all counted: those that are not shown are part of the others', () => {
    const groups = [group('other', 40), ...[9, 8, 7, 6, 5, 4, 3, 2].map(count => group(`key${count}`, count))]
    assert.deepEqual(largestGroups(groups), [
      ...[9, 8, 7, 6, 5, 4].map(count => group(`key${count}`, count)),
      group('other', 45),
    ])
  })

  it('have no others when each is shown', () => {
    assert.deepEqual(largestGroups([group('jp', 2), group('kr', 1)]), [group('jp', 2), group('kr', 1)])
    assert.deepEqual(largestGroups([]), [])
  })
})
