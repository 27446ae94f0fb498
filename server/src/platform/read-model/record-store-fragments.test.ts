import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import fc from 'fast-check'
import { recordWith } from '../../../tests/support/blank-avatar.ts'
import { expectedForms, type RecordForms, writtenForms } from '../../../tests/support/record-forms.ts'
import { tempFolder } from '../../../tests/support/temp-folder.ts'
import { WIRE_FIELDS } from '../../avatars/fields.ts'
import type { CatalogRecord } from '../../avatars/record.ts'
import { joinSections } from './record-sections.ts'
import { RecordStore } from './record-store.ts'
import { readSnapshotFile, writeSnapshotFile } from './snapshot-file.ts'

const MAX_FRAGMENT = 200_000

const folder = tempFolder('fragments')
after(folder.remove)

const uuid = '26187637-0c30-4a09-86e1-bc928c07309e'

/** UTF-8 lengths of texts: mostly short, sometimes up to the maximum. */
const lengths = fc.oneof(
  { weight: 2, arbitrary: fc.nat({ max: 500 }) },
  { weight: 2, arbitrary: fc.integer({ min: 500, max: 10_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 10_000, max: MAX_FRAGMENT }) },
)
/** Characters of one to several bytes, in JSON, too. */
const units = fc.constantFrom('x', 'é', '狐', '🦊', '"', '\\', '\u0001', '\ud800')
const texts = fc
  .tuple(lengths, units)
  .map(([bytes, unit]) => unit.repeat(bytes / Buffer.byteLength(JSON.stringify(unit).slice(1, -1))))
const tags = fc.oneof(
  texts.map(text => [text]),
  fc
    .tuple(lengths, units)
    .map(([bytes, unit]) => Array<string>(Math.ceil(bytes / 200)).fill(unit.repeat(24))),
)

const records = fc
  .record({
    key: fc.integer({ min: 1 }),
    id: fc.uuid().map(id => `avtr_${id}`),
    name: fc.constantFrom('', 'Fox'),
    description: texts,
    authorId: fc.constantFrom('', `usr_${uuid}`),
    authorName: texts,
    authorVrclUrl: fc.constantFrom(null, 'https://community.example/u/mai'),
    imageUrl: fc.constantFrom('', `https://api.vrchat.cloud/api/1/image/file_${uuid}/1/256`),
    tags,
    aiTags: tags,
    platforms: fc.subarray(['pc', 'quest', 'ios'] as const),
    performance: fc.constantFrom({}, { pc: 'Good' as const }),
    updatedAtMs: fc.constantFrom(null, 0),
    views: fc.nat(),
    likes: fc.nat(),
  })
  .map(recordWith)

/** Loads the store from a snapshot file of this one. */
async function reopened(store: RecordStore): Promise<RecordStore> {
  const path = join(folder.path, 'records.snapshot')
  await writeSnapshotFile(path, { meta: null, sections: store.capture() })
  const read = await readSnapshotFile(path)
  assert.ok(read.kind === 'content')
  await rm(path)
  return RecordStore.fromSections(WIRE_FIELDS, read.sections)
}

const expected = new WeakMap<CatalogRecord, RecordForms>()

/** Makes the expected forms of a record once, because a run compares it several times. */
function expectedOf(record: CatalogRecord): RecordForms {
  const forms = expected.get(record) ?? expectedForms(record)
  expected.set(record, forms)
  return forms
}

/** Names the slot and the form that differ, because printing a difference of 200 kB would take minutes. */
function assertHolds(store: RecordStore, records: readonly CatalogRecord[]): void {
  for (const [slot, record] of records.entries()) {
    const written = writtenForms(store, slot, record)
    for (const form of ['catalog', 'worlds', 'vrcx'] as const)
      assert.ok(written[form] === expectedOf(record)[form], `the form for ${form} of slot ${slot} is another`)
  }
}

/**
 * Puts records into slots; slots beyond the last one are appended in order.
 * @returns the records by slot.
 */
function putAll(store: RecordStore, puts: readonly [number, CatalogRecord][], records: CatalogRecord[] = []) {
  for (const [at, record] of puts) {
    const slot = Math.min(at, store.size)
    store.put(slot, record)
    records[slot] = record
  }
  return records
}

describe('records with fragments of 0 to 200 kB', () => {
  it('are written unchanged after any order of puts, also from a snapshot', async () => {
    const puts = fc.array(fc.tuple(fc.nat({ max: 8 }), records), { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(puts, async puts => {
        const store = RecordStore.create(WIRE_FIELDS)
        const records = putAll(store, puts)
        assertHolds(store, records)
        assertHolds(await reopened(store), records)
      }),
      // fast-check would take minutes to shrink records of this size.
      { numRuns: 60, endOnFailure: true },
    )
  })

  it('are written unchanged when one store took those of others, after more puts too', async () => {
    const puts = fc.array(fc.tuple(fc.nat({ max: 8 }), records), { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(puts, puts, puts, async (own, later, more) => {
        const store = RecordStore.create(WIRE_FIELDS)
        const records = putAll(store, own)
        const other = RecordStore.create(WIRE_FIELDS)
        for (const [, record] of later) other.put(other.size, record)
        // The records of another store are adopted in any order.
        const slots = Uint32Array.from(later, (_, i) => records.length + later.length - 1 - i)
        const sections = joinSections(other.capture())
        await store.adopt(RecordStore.forAdoption(WIRE_FIELDS, sections), slots, async () => {})
        for (const [i, [, record]] of later.entries()) records[slots[i]!] = record
        assertHolds(store, records)
        assert.equal(store.activeCount, records.filter(({ isActive }) => isActive).length)
        putAll(store, more, records)
        assertHolds(store, records)
        assertHolds(await reopened(store), records)
      }),
      { numRuns: 40, endOnFailure: true },
    )
  })

  it('take keys and images along when there are many', async () => {
    const image = (n: number) => `file_${uuid.slice(0, -3)}${n % 300}`
    const others = Array.from({ length: 350 }, (_, n) =>
      recordWith({
        key: 1000 - n,
        id: `avtr_${uuid}`,
        authorName: `author ${n % 40}`,
        description: `${n} `.repeat(20_000),
        imageUrl: `https://api.vrchat.cloud/api/1/image/${image(100 + (n % 200))}/1/256`,
        views: n,
        likes: 2 * n,
        isActive: n % 3 > 0,
      }),
    )
    const other = RecordStore.create(WIRE_FIELDS)
    for (const record of others) other.put(other.size, record)
    const sections = joinSections(other.capture())
    assert.ok(sections['records.1'], 'they take one chunk')
    const store = RecordStore.create(WIRE_FIELDS)
    const slots = Uint32Array.from(others, (_, n) => (n + 150) % 350)
    await store.adopt(RecordStore.forAdoption(WIRE_FIELDS, sections), slots, async () => {})
    const records: CatalogRecord[] = []
    for (const [n, record] of others.entries()) records[slots[n]!] = record
    assertHolds(store, records)
    assert.equal(store.size, 350)
    assert.equal(store.activeCount, records.filter(({ isActive }) => isActive).length)
    for (const [slot, { key, imageUrl }] of records.entries()) {
      assert.equal(store.keyOf(slot), key)
      const same = [...records.keys()].filter(at => records[at]!.imageUrl === imageUrl)
      assert.deepEqual(store.slotsWithImage(imageUrl), same)
    }
  })
})
