import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Avatar } from '@avatary/contract/avatar'
import fc from 'fast-check'
import { JsonWriter } from '../../kernel/json-writer.ts'
import type { CatalogRecord } from '../../slices/catalog/record.ts'
import { RecordStore } from './record-store.ts'

const uuid = '26187637-0c30-4a09-86e1-bc928c07309e'
const plain: CatalogRecord = {
  key: 7,
  id: `avtr_${uuid}`,
  name: 'Ünï "quoted" 狐',
  description: 'line\nbreak',
  authorId: `usr_${uuid}`,
  authorName: 'Mai♡',
  authorVrclUrl: null,
  imageUrl: `https://api.vrchat.cloud/api/1/image/file_${uuid}/1/256`,
  tags: ['author_tag_fox'],
  aiTags: ['fox', 'cute'],
  platforms: ['pc', 'quest'],
  performance: { quest: 'Very Poor', pc: 'Good' },
  createdAtMs: null,
  addedAtMs: Date.UTC(2026, 1, 25, 12, 0, 49, 388),
  updatedAtMs: Date.UTC(2026, 3, 3),
  views: 12,
  likes: 3,
  isActive: true,
  isListed: true,
}

/** The avatar as the spec's table words it: the independent statement of what `write` must produce. */
function expected(record: CatalogRecord): Avatar {
  const { pc, quest, ios } = record.performance
  return {
    id: record.id,
    name: record.name,
    description: record.description,
    authorId: record.authorId,
    authorName: record.authorName,
    authorVrclUrl: record.authorVrclUrl,
    imageUrl: record.imageUrl,
    tags: [...record.tags],
    aiTags: [...record.aiTags],
    platforms: [...record.platforms],
    performance: { ...(pc && { pc }), ...(quest && { quest }), ...(ios && { ios }) },
    addedAt: new Date(record.addedAtMs).toISOString(),
    updatedAt: record.updatedAtMs === null ? null : new Date(record.updatedAtMs).toISOString(),
    views: record.views,
    likes: record.likes,
  }
}

function written(store: RecordStore, slot: number): string {
  const out = new JsonWriter(16)
  store.write(slot, out)
  return out.toBuffer().toString()
}

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', 'a', '\ud800', '\u0000', '"\\', '狐'),
)
const records: fc.Arbitrary<CatalogRecord> = fc.record({
  key: fc.nat(),
  id: fc.uuid().map(id => `avtr_${id}`),
  name: texts,
  description: texts,
  authorId: fc.constantFrom('', '8JoV9XEdpo', `usr_${uuid}`),
  authorName: texts,
  authorVrclUrl: fc.constantFrom(null, 'https://community.example/u/mai'),
  imageUrl: fc.constantFrom('', plain.imageUrl, 'https://files.vrchat.cloud/thumbnails/x.png'),
  tags: fc.array(texts, { maxLength: 3 }),
  aiTags: fc.subarray(['fox', 'cute', 'maid']),
  platforms: fc.subarray(['pc', 'quest', 'ios'] as const),
  performance: fc.constantFrom({}, { ios: 'Poor' as const, pc: 'Good' as const }),
  createdAtMs: fc.constant(null),
  addedAtMs: fc.integer({ min: 0, max: 4e12 }),
  updatedAtMs: fc.option(fc.integer({ min: 0, max: 4e12 })),
  views: fc.nat(),
  likes: fc.nat(),
  isActive: fc.boolean(),
  isListed: fc.boolean(),
})

describe('the record store', () => {
  it('writes an avatar with the keys of the spec in their order', () => {
    const store = RecordStore.create()
    store.put(0, plain)
    assert.equal(written(store, 0), JSON.stringify(expected(plain)))
  })

  it('splices the live counters in', () => {
    const store = RecordStore.create()
    store.put(0, plain)
    store.setCounters(0, 1_000_000, 99)
    assert.equal(written(store, 0), JSON.stringify({ ...expected(plain), views: 1_000_000, likes: 99 }))
  })

  it('keeps an entry whole where a chunk of the arena ends', () => {
    const store = RecordStore.create()
    const long = { ...plain, description: 'x'.repeat(1_000_000) }
    for (let slot = 0; slot < 40; slot++) store.put(slot, { ...long, key: slot })
    for (let slot = 0; slot < 40; slot++)
      assert.equal(written(store, slot).length, JSON.stringify(expected(long)).length)
  })

  it('answers the last record put in a slot, also after going through its sections', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat({ max: 20 }), records), { maxLength: 60 }), puts => {
        let store = RecordStore.create()
        const last = new Map<number, CatalogRecord>()
        for (const [i, [at, record]] of puts.entries()) {
          const slot = Math.min(at, store.size)
          store.put(slot, record)
          last.set(slot, record)
          if (i % 16 === 15) store = RecordStore.fromSections(store.sections())
        }
        for (const [slot, record] of last) {
          assert.equal(written(store, slot), JSON.stringify(expected(record)).toWellFormed())
          assert.equal(store.keyOf(slot), record.key)
          assert.equal(store.idOf(slot), record.id)
        }
      }),
      { numRuns: 200 },
    )
  })
})
