import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCatalog } from './catalog.ts'
import { Fts5Peer } from './fts5-peer.ts'
import { LivePeer } from './index-peer.ts'
import { mixedQueries, withoutOtherWordForms } from './queries.ts'

const AVATARS = 2000
const QUERIES = 500

test('SQLite answers every compared query as the index does', async () => {
  const catalog = createCatalog(AVATARS)
  await using ours = new LivePeer()
  await using fts5 = new Fts5Peer(':memory:')
  for (const batch of catalog.batches()) {
    ours.add(batch)
    fts5.add(batch)
  }
  await ours.finish()
  await fts5.finish()
  for (const { query } of mixedQueries(catalog, QUERIES)) {
    const compared = withoutOtherWordForms(query)
    const { total, slots } = ours.search(compared)
    assert.deepEqual({ total, slots: [...slots] }, fts5.search(compared), JSON.stringify(compared))
  }
})

test('a query with other forms of words is refused by a peer that compares terms', async () => {
  const catalog = createCatalog(AVATARS)
  await using fts5 = new Fts5Peer(':memory:')
  const withForms = mixedQueries(catalog, QUERIES).find(({ query }) => query.text.forms.size > 0)
  assert.ok(withForms)
  assert.throws(() => fts5.search(withForms.query), /Not a query for every peer/)
})
