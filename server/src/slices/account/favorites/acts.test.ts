import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MAX_SAVED_AVATARS } from '@avatary/contract/account'
import { applyActs, type SavedRow } from './acts.ts'
import { compareByPlace, moveBefore } from './own-order.ts'

function rows(count: number): SavedRow[] {
  return Array.from({ length: count }, (_, i) => ({
    avatarKey: i + 1,
    groupId: null,
    savedAtMs: 1000 + i,
    day: 1,
    place: null,
  }))
}

const avatar = (key: number) => [`a${key}`, { key, id: `a${key}`, isListed: true }] as const

describe('acts', () => {
  it('save no more than 10,000, but again after one was removed', () => {
    const avatars = new Map([avatar(1), avatar(20_000), avatar(20_001)])
    const context = {
      avatars,
      groupIds: new Set<string>(),
      totals: { saved: MAX_SAVED_AVATARS, latestMs: 0 },
      nowMs: 5,
    }
    const { outcomes } = applyActs(
      rows(MAX_SAVED_AVATARS),
      [
        { act: 'save', id: 'a20000' },
        { act: 'save', id: 'a1' },
        { act: 'remove', id: 'a1' },
        { act: 'save', id: 'a20001' },
      ],
      context,
    )
    assert.deepEqual(
      outcomes.map(outcome => (outcome.kind === 'done' ? 'done' : outcome.code)),
      ['saved_limit_reached', 'done', 'done', 'done'],
    )
  })
})

describe('a person’s own order', () => {
  it('equals that of a plain array after the same moves', () => {
    let state = 7
    const draw = (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31
      return state % below
    }
    let list = rows(30).sort(compareByPlace)
    const expected = list.map(({ avatarKey }) => avatarKey)
    for (let times = 0; times < 3000; times++) {
      const from = draw(30)
      const to = draw(31)
      if (from === to) continue
      const [item, before] = [list[from]!, list[to] ?? null]
      moveBefore(list, item, before)
      expected.splice(expected.indexOf(item.avatarKey), 1)
      expected.splice(before === null ? 29 : expected.indexOf(before.avatarKey), 0, item.avatarKey)
      list = list.toSorted(compareByPlace)
      assert.deepEqual(
        list.map(({ avatarKey }) => avatarKey),
        expected,
      )
    }
    assert.ok(list.every(({ place }) => place === null || Number.isSafeInteger(place)))
  })
})
