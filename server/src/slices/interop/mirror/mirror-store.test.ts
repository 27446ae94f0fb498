import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forEachEngine } from '../../../../tests/support/engines.ts'
import { MirrorStore } from './mirror-store.sql.ts'

forEachEngine('the store of mirrors', ({ open }) => {
  it('keeps the state of each source', async t => {
    const store = new MirrorStore({ db: await open(t) })
    const first = await store.open('https://a.example/api')
    const other = await store.open('https://b.example/api')
    assert.notEqual(first.id, other.id)
    assert.deepEqual({ ...first, id: 0 }, { id: 0, cursor: null, copyNumber: 0, copyOffset: null })
    const moved = { ...first, cursor: 7_000_000_000, copyNumber: 2, copyOffset: 3000 }
    await store.save(moved)
    assert.deepEqual(await store.open('https://a.example/api'), moved)
    assert.deepEqual(await store.open('https://b.example/api'), other)
  })

  it('knows which avatars a copy lists, and which came from the source', async t => {
    const store = new MirrorStore({ db: await open(t) })
    const source = { ...(await store.open('https://a.example/api')), copyNumber: 1 }
    const other = { ...(await store.open('https://b.example/api')), copyNumber: 1 }
    await store.noteListed(source, { ids: ['a', 'b', 'b', 'c'], unknownIds: new Set(['a', 'b']) })
    await store.noteListed(other, { ids: ['a', 'd'], unknownIds: new Set(['d']) })
    assert.deepEqual(await store.listedAmong(source, ['a', 'c', 'd']), new Set(['a', 'c']))
    assert.deepEqual(await store.originsAmong(source, ['a', 'b', 'c', 'd']), new Set(['a', 'b']))

    const second = { ...source, copyNumber: 2 }
    await store.noteListed(second, { ids: ['b', 'c'], unknownIds: new Set(['c']) })
    assert.deepEqual(await store.listedAmong(second, ['a', 'b', 'c']), new Set(['b', 'c']))
    assert.deepEqual(await store.originsAmong(second, ['a', 'b', 'c']), new Set(['a', 'b']))
    assert.deepEqual(await store.countOrigins(second), { originCount: 2, unlistedCount: 1 })
    assert.deepEqual(await store.unlistedOrigins(second, 10), ['a'])

    await store.noteGone(second, ['a'])
    assert.deepEqual(await store.countOrigins(second), { originCount: 1, unlistedCount: 0 })
    assert.deepEqual(await store.unlistedOrigins(second, 10), [])
    assert.deepEqual(await store.originsAmong(second, ['a']), new Set(['a']))
    assert.deepEqual(await store.originsAmong(other, ['a', 'd']), new Set(['d']))
  })
})
