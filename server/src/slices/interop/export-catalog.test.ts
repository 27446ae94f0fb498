import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AvatarSchema } from '@avatary/contract/avatar'
import fc from 'fast-check'
import { idOf } from '../../../tests/store/fixtures.ts'
import { codePoint } from '../../../tests/support/code-point.ts'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import { contentsOf, sqliteCatalog } from '../../../tests/support/sqlite-catalog.ts'
import type { CatalogReader } from '../../avatars/store.sql.ts'
import type { AvatarPatch } from '../../avatars/store.ts'
import { exportCatalog } from './export-catalog.ts'
import { importStream } from './import-stream.ts'

const clock = new ManualClock()
const NOW = clock.now()
const THUMBNAIL = 'https://api.vrchat.cloud/api/1/image/file_9849762e-8080-434d-b598-ce6f7d76b3d1/1/256'

async function exported(store: CatalogReader, all: boolean): Promise<string> {
  let text = ''
  for await (const part of exportCatalog(store, { terms: 'be kind', nowMs: NOW, all })) text += part.text
  return text
}

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

const date = fc.option(fc.integer({ min: Date.UTC(2015, 0), max: NOW }), { nil: null })
const patch: fc.Arbitrary<AvatarPatch> = fc.record(
  {
    id: fc.integer({ min: 1, max: 30 }).map(idOf),
    name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter(name => name.trim() !== ''),
    description: fc.string({ unit: codePoint, maxLength: 30 }),
    authorId: fc.constantFrom('usr_005507fe-9c05-47d5-af02-a21b4f552596', '8JoV9XEdpo', ''),
    authorName: fc.string({ unit: 'grapheme', maxLength: 10 }),
    imageUrl: fc.constantFrom('', THUMBNAIL),
    tags: fc.uniqueArray(fc.constantFrom('author_tag_fox', 'content_gore', '狐'), { maxLength: 3 }),
    platforms: fc.uniqueArray(fc.constantFrom('pc', 'quest', 'ios')),
    performance: fc.record(
      { pc: fc.constantFrom('Excellent', 'Very Poor'), ios: fc.constant('Good') },
      { requiredKeys: [], noNullPrototype: true },
    ),
    createdAtMs: date,
    updatedAtMs: date,
    addedAtMs: fc.integer({ min: Date.UTC(2020, 0), max: NOW }),
    views: fc.nat(1e9),
    likes: fc.nat(1e6),
  },
  { noNullPrototype: true },
)

test('an export that is imported elsewhere gives the same catalog', async t => {
  await fc.assert(
    fc.asyncProperty(fc.array(patch, { maxLength: 40 }), async patches => {
      const from = await sqliteCatalog(t)
      const to = await sqliteCatalog(t)
      await from.store.saveMany(patches, NOW)
      const text = await exported(from.store, false)
      const { counts } = await importStream(bytes(text), { store: to.store, clock }, { addedAt: 'kept' })
      assert.equal(counts.skipped, 0)
      assert.deepEqual(await contentsOf(to.store), await contentsOf(from.store))
    }),
    { numRuns: 12 },
  )
})

test('an export has the terms, then the listed avatars as the catalog answers them', async t => {
  const { store } = await sqliteCatalog(t)
  await store.saveMany(
    [
      { id: idOf(1), name: 'Fox' },
      { id: idOf(2), name: 'Cat', isActive: false },
    ],
    NOW,
  )
  const [header, ...avatars] = (await exported(store, false))
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  assert.deepEqual(header, {
    _: 'avatary-export',
    version: 1,
    terms: 'be kind',
    exportedAt: new Date(NOW).toISOString(),
  })
  assert.deepEqual(
    avatars.map(avatar => avatar.name),
    ['Fox'],
  )
  assert.deepEqual(Object.keys(avatars[0]), Object.keys(AvatarSchema.properties))
})

test('an export with --all includes hidden avatars, which stay hidden where they are imported', async t => {
  const from = await sqliteCatalog(t)
  const to = await sqliteCatalog(t)
  await from.store.saveMany(
    [
      { id: idOf(1), name: 'Fox' },
      { id: idOf(2), name: 'Cat', isActive: false },
    ],
    NOW,
  )
  const text = await exported(from.store, true)
  await importStream(bytes(text), { store: to.store, clock }, { addedAt: 'kept' })
  assert.deepEqual(await contentsOf(to.store), await contentsOf(from.store))
})

test('an export into the catalog that it came from changes nothing', async t => {
  const { store } = await sqliteCatalog(t)
  await store.saveMany(
    [
      { id: idOf(1), name: 'Fox', views: 7 },
      { id: idOf(2), name: 'Cat', isActive: false },
    ],
    NOW,
  )
  const text = await exported(store, true)
  const { counts } = await importStream(bytes(text), { store, clock }, { addedAt: 'kept' })
  assert.deepEqual([counts.added, counts.updated, counts.unchanged], [0, 0, 2])
})
