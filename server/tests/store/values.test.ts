import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type Performance, PLATFORMS, RATINGS } from '@avatary/contract/avatar'
import { forEachEngine } from '../support/engines.ts'
import { fullPatch, idOf, NOW, newCatalog, recordOf, TODAY } from './fixtures.ts'

/** Texts that have broken databases, drivers or JSON parsers. */
const TEXTS = [
  '桔梗の浴衣',
  'マヌカ ver․2',
  '𝓕𝓪𝓷𝓬𝔂 👩‍👩‍👧 🏳️‍🌈',
  'é é ﬁ İ ß',
  'مرحبا \u202eRTL\u202c',
  '\ufeffBOM \uffff \u{10ffff}',
  'line\nreturn\rtab\tdel\u007f\u0001',
  `quote ' " \` \\ % _ ; -- /* */`,
  '{a,b} NULL "null" \\N $1 ?1 :name @name',
  '[1,2]',
  ' leading and trailing ',
]

forEachEngine('what avatars hold', engine => {
  it('comes back to the letter, whatever its script', async t => {
    const store = await newCatalog(engine, t)
    const patches = TEXTS.map((text, i) =>
      fullPatch(i, { name: text, description: text, authorName: text, tags: [text, ...TEXTS] }),
    )
    await store.saveMany(patches, NOW)
    for (const [i, text] of TEXTS.entries()) {
      const { name, description, authorName, tags } = await recordOf(store, idOf(i))
      assert.deepEqual([name, description, authorName], [text, text, text])
      assert.deepEqual(tags, [text, ...TEXTS])
    }
    const outcomes = await store.saveMany(patches, NOW)
    assert.ok(outcomes.every(outcome => outcome === 'unchanged'))
  })

  it('loses characters that no database keeps, NUL and half surrogates, and then counts as unchanged', async t => {
    const store = await newCatalog(engine, t)
    const patch = fullPatch(1, {
      name: 'a\0b\ud800c\udc00',
      description: '\0',
      authorName: '\udfff',
      tags: ['\0x', 'y\ud83d'],
    })
    await store.saveMany([patch], NOW)
    const { name, description, authorName, tags } = await recordOf(store, idOf(1))
    assert.deepEqual([name, description, authorName], ['ab\ufffdc\ufffd', '', '\ufffd'])
    assert.deepEqual(tags, ['x', 'y\ufffd'])
    assert.deepEqual(await store.saveMany([patch], NOW), ['unchanged'])
  })

  it('may be very long', async t => {
    const store = await newCatalog(engine, t)
    const description = '長い 👘 '.repeat(200_000)
    const tags = Array.from({ length: 10_000 }, (_, i) => `tag_${i}`)
    await store.saveMany([fullPatch(1, { description, tags })], NOW)
    const record = await recordOf(store, idOf(1))
    assert.ok(record.description === description)
    assert.deepEqual(record.tags, tags)
  })

  it('holds every combination of platforms and ratings', async t => {
    const store = await newCatalog(engine, t)
    const ratings = [undefined, ...RATINGS]
    const patches = ratings.flatMap((pc, i) =>
      ratings.flatMap((quest, j) =>
        ratings.map((ios, k) => {
          const rated = Object.entries({ pc, quest, ios }).filter(([, rating]) => rating !== undefined)
          const number = 100 * i + 10 * j + k
          const platforms = PLATFORMS.filter((_, bit) => number & (1 << bit))
          return fullPatch(number, { platforms, performance: Object.fromEntries(rated) as Performance })
        }),
      ),
    )
    await store.saveMany(patches, NOW)
    const records = new Map(
      (await store.byIds(patches.map(({ id }) => id))).map(record => [record.id, record]),
    )
    for (const { id, platforms, performance } of patches) {
      assert.deepEqual(records.get(id)?.platforms, platforms)
      assert.deepEqual(records.get(id)?.performance, performance)
    }
  })

  it('stays readable when a source claims the greatest number there is, and more is counted', async t => {
    const store = await newCatalog(engine, t)
    const patch = fullPatch(1, { views: Number.MAX_SAFE_INTEGER, likes: Number.MAX_SAFE_INTEGER })
    await store.saveMany([patch], NOW)
    await store.saveCounters([{ key: 1, day: TODAY, views: 5, likes: 1 }], NOW)
    const { views, likes } = await recordOf(store, idOf(1))
    assert.deepEqual({ views, likes }, { views: 10 ** 12 + 5, likes: 10 ** 12 + 1 })
    assert.deepEqual(await store.saveMany([patch], NOW), ['unchanged'])
  })
})
