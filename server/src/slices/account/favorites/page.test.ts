import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SavedQuery } from '@avatary/contract/account'
import { pageOf, selectSaved } from './page.ts'
import type { SavedTexts } from './store.sql.ts'

const SAVES = [5, 4, 3, 2, 1].map(avatarKey => ({
  avatarKey,
  groupId: avatarKey % 2 ? 'grp_1' : null,
  savedAtMs: avatarKey,
  place: avatarKey === 1 ? 1e9 : null,
}))

const view = { slotOfKey: (key: number) => key, isListed: (slot: number) => slot < 4 }

const TEXTS: Readonly<Record<number, SavedTexts>> = {
  1: text({ name: 'Ember Fox', tags: '["author_tag_cute"]' }),
  2: text({ name: 'ＷＯＬＦ', authorName: 'Marlow' }),
  3: text({ name: 'きつね', tags: '["fox"]' }),
  4: text({ name: 'Fox gone', tags: '["secret"]', isListed: false }),
  5: text({ name: 'Fox blocked', isListed: false, isBlocked: true }),
}

function text(own: Partial<SavedTexts>): SavedTexts {
  return { name: '', authorName: 'Anna', tags: '', isListed: true, isBlocked: false, ...own }
}

async function keysOf(query: Partial<SavedQuery>): Promise<number[]> {
  const readTexts = async () => new Map(Object.entries(TEXTS).map(([key, texts]) => [Number(key), texts]))
  const selected = await selectSaved({ view, readTexts }, SAVES, { sort: 'saved', offset: 0, ...query })
  return selected.map(({ avatarKey }) => avatarKey)
}

describe('favorites', () => {
  it('are found by words in name, creator and tags, in any width and case', async () => {
    assert.deepEqual(await keysOf({ q: 'fox' }), [4, 3, 1])
    assert.deepEqual(await keysOf({ q: 'FOX anna cute' }), [1])
    assert.deepEqual(await keysOf({ q: 'wolf marlow' }), [2])
    assert.deepEqual(await keysOf({ q: 'つね' }), [3])
    assert.deepEqual(await keysOf({ q: 'fox wolf' }), [])
  })

  it('that are hidden are not found by withdrawn texts, and blocked ones not at all', async () => {
    assert.deepEqual(await keysOf({ q: 'secret' }), [])
    assert.deepEqual(await keysOf({ q: 'blocked' }), [])
  })

  it('are filtered by group and by whether they are listed', async () => {
    assert.deepEqual(await keysOf({ group: 'grp_1' }), [5, 3, 1])
    assert.deepEqual(await keysOf({ group: 'none' }), [4, 2])
    assert.deepEqual(await keysOf({ group: 'grp_2' }), [])
    assert.deepEqual(await keysOf({ available: 'no' }), [5, 4])
    assert.deepEqual(await keysOf({ available: 'yes', group: 'grp_1' }), [3, 1])
  })

  it('can be sorted by name, and in the person’s own order', async () => {
    assert.deepEqual(await keysOf({ sort: 'name' }), [5, 1, 4, 2, 3])
    assert.deepEqual(await keysOf({ sort: 'own' }), [1, 5, 4, 3, 2])
    assert.deepEqual(await keysOf({ sort: 'own', q: 'fox' }), [1, 4, 3])
  })

  it('come in pages with counts of the whole collection', () => {
    assert.deepEqual(pageOf(view, SAVES, 3, { limit: 2, offset: 0 }), {
      limit: 2,
      offset: 0,
      nextOffset: 2,
      saved: 5,
      unavailable: 2,
      counts: [
        { groupId: 'grp_1', avatars: 3 },
        { groupId: null, avatars: 2 },
      ],
    })
    assert.equal(pageOf(view, SAVES, 3, { limit: 2, offset: 2 }).nextOffset, null)
  })
})
