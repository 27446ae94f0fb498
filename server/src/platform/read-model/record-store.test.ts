import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PLATFORMS } from '@avatary/contract/avatar'
import { VRCX_NO_DATE } from '@avatary/contract/vrcx'
import fc from 'fast-check'
import { recordWith } from '../../../tests/support/blank-avatar.ts'
import { codePoint } from '../../../tests/support/code-point.ts'
import { namesKept } from '../../../tests/support/collect-garbage.ts'
import {
  expectedAvatar,
  expectedForms,
  expectedForVrcx,
  expectedForWorlds,
  indexWith,
  loadedSections,
  writtenForms,
} from '../../../tests/support/record-forms.ts'
import { WIRE_FIELDS } from '../../avatars/fields.ts'
import type { CatalogRecord } from '../../avatars/record.ts'
import { RecordStore } from './record-store.ts'
import type { SnapshotSections } from './snapshot-file.ts'

const uuid = '26187637-0c30-4a09-86e1-bc928c07309e'
const plain = recordWith({
  key: 7,
  id: `avtr_${uuid}`,
  name: 'Ünï "quoted" 狐',
  description: 'line\nbreak',
  authorId: `usr_${uuid}`,
  authorName: 'Mai♡',
  imageUrl: `https://api.vrchat.cloud/api/1/image/file_${uuid}/1/256`,
  tags: ['author_tag_fox'],
  aiTags: ['fox', 'cute'],
  platforms: ['pc', 'quest'],
  performance: { quest: 'Very Poor', pc: 'Good' },
  addedAtMs: Date.UTC(2026, 1, 25, 12, 0, 49, 388),
  updatedAtMs: Date.UTC(2026, 3, 3),
  views: 12,
  likes: 3,
})

const texts = fc.oneof(
  fc.string({ unit: codePoint }),
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
  imageUrl: fc.constantFrom(
    '',
    plain.imageUrl,
    plain.imageUrl.replace('/1/256', '/12/256'),
    plain.imageUrl.replace('/1/256', ''),
    plain.imageUrl.replace(uuid, uuid.toUpperCase()),
    plain.imageUrl.replace(uuid, uuid.slice(1)),
    'https://files.vrchat.cloud/thumbnails/x.png',
  ),
  tags: fc.array(texts, { maxLength: 3 }),
  aiTags: fc.subarray(['fox', 'cute', 'maid']),
  platforms: fc.subarray(['pc', 'quest', 'ios'] as const),
  performance: fc.constantFrom({}, { ios: 'Poor' as const, pc: 'Good' as const }),
  createdAtMs: fc.option(fc.integer({ min: 1000, max: 4e12 })),
  addedAtMs: fc.integer({ min: 0, max: 4e12 }),
  updatedAtMs: fc.option(fc.integer({ min: 0, max: 4e12 })),
  views: fc.oneof(fc.nat(), fc.constantFrom(2 ** 32 - 1, 2 ** 32, Number.MAX_SAFE_INTEGER)),
  likes: fc.oneof(fc.nat(), fc.constantFrom(2 ** 32 - 1, 2 ** 32, Number.MAX_SAFE_INTEGER)),
  isActive: fc.boolean(),
  isListed: fc.boolean(),
})

const loaded = (captured: SnapshotSections): Promise<RecordStore> =>
  RecordStore.fromSections(WIRE_FIELDS, loadedSections(captured))
const written = (store: RecordStore, slot: number): string => writtenForms(store, slot, plain).catalog

describe('the record store', () => {
  it('writes an avatar with the keys of the spec in their order', () => {
    const store = RecordStore.create(WIRE_FIELDS)
    store.put(0, plain)
    assert.equal(written(store, 0), JSON.stringify(expectedAvatar(plain)))
  })

  it('omits what ids and pictures usually have around their UUIDs, which are bytes, and blank values', () => {
    const store = RecordStore.create(WIRE_FIELDS)
    const [id, image, author] = ['0f', '1e', '2d'].map(start => start + uuid.slice(2)) as [
      string,
      string,
      string,
    ]
    const told = { id: `avtr_${id}`, authorId: `usr_${author}`, authorVrclUrl: null }
    store.put(0, { ...plain, ...told, imageUrl: plain.imageUrl.replace(uuid, image) })
    const arrays = Object.values(loadedSections(store.capture()))
    const keptNames = arrays.map(({ buffer, byteOffset, byteLength }) =>
      Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength).toString('latin1'),
    )
    for (const text of ['"id"', 'avtr_', id, '"imageUrl"', 'https://', image, '/256', 'usr_', author, 'null'])
      assert.equal(keptNames.join('').includes(text), false, text)
  })

  it('keeps the name of no field beside records and shared texts', () => {
    const store = RecordStore.create(WIRE_FIELDS)
    store.put(0, plain)
    const keptNames = Object.values(loadedSections(store.capture())).map(
      ({ buffer, byteOffset, byteLength }) =>
        Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength).toString('latin1'),
    )
    for (const { wire } of WIRE_FIELDS) assert.equal(keptNames.join('').includes(`"${wire}":`), false, wire)
  })

  it('stores a description that equals the name only once', () => {
    const [length, same] = ['Fox of two', 'Fox'].map(description => {
      const store = RecordStore.create(WIRE_FIELDS)
      store.put(0, { ...plain, name: 'Fox', description })
      assert.equal(JSON.parse(written(store, 0)).description, description)
      assert.equal(JSON.parse(writtenForms(store, 0, plain).vrcx).description, description)
      return (loadedSections(store.capture())['records.0'] as Uint8Array).length
    })
    assert.equal(length! - same!, 'Fox of two'.length)
  })

  it('shares derived tags also where platforms and ratings differ', () => {
    const store = RecordStore.create(WIRE_FIELDS)
    for (const [slot, platform] of PLATFORMS.entries())
      store.put(slot, { ...plain, key: slot, platforms: [platform] })
    const { 'aiTags.uses': uses } = loadedSections(store.capture())
    assert.deepEqual([...uses!], [3])
  })

  it('returns texts of any length', () => {
    const store = RecordStore.create(WIRE_FIELDS)
    for (const length of [0, 251, 252, 253, 254, 255, 256, 257, 65_535, 65_536, 70_000]) {
      const text = 'x'.repeat(length)
      const record = { ...plain, name: text, description: '狐'.repeat(length), authorName: text }
      store.put(0, record)
      assert.equal(written(store, 0), JSON.stringify(expectedAvatar(record)), `${length}`)
    }
  })

  it('reads fields without new memory outside of the heap', () => {
    const store = RecordStore.create(WIRE_FIELDS)
    store.put(0, plain)
    const names = ['id', 'tags'] as const
    const index = indexWith(plain)
    assert.deepEqual(store.read(names, 0, index), { id: plain.id, tags: plain.tags })
    const before = process.memoryUsage().arrayBuffers
    for (let n = 0; n < 1000; n++) store.read(names, 0, index)
    const takenCount = process.memoryUsage().arrayBuffers - before
    assert.ok(takenCount < 100_000, `${takenCount} bytes`)
  })

  it('writes an avatar for worlds with the keys of their lists in their order', () => {
    const store = RecordStore.create(WIRE_FIELDS)
    store.put(0, plain)
    assert.equal(writtenForms(store, 0, plain).worlds, JSON.stringify(expectedForWorlds(plain)))
  })

  it('writes an avatar for VRCX with its keys, the picture twice and the dates of the platform', () => {
    const store = RecordStore.create(WIRE_FIELDS)
    for (const dates of [{}, { createdAtMs: Date.UTC(2025, 0, 2, 3, 4, 5, 67) }, { updatedAtMs: null }]) {
      store.put(0, { ...plain, ...dates })
      assert.equal(
        writtenForms(store, 0, { ...plain, ...dates }).vrcx,
        JSON.stringify(expectedForVrcx({ ...plain, ...dates })),
      )
    }
  })

  it('treats an impossible date of creation as unknown', () => {
    const store = RecordStore.create(WIRE_FIELDS)
    for (const createdAtMs of [-1, 0, 2 ** 32 * 1000, 8.64e15]) {
      store.put(0, { ...plain, createdAtMs })
      assert.equal(JSON.parse(writtenForms(store, 0, plain).vrcx).created_at, VRCX_NO_DATE)
    }
  })

  it('writes the current counters', () => {
    const store = RecordStore.create(WIRE_FIELDS)
    store.put(0, plain)
    const counters = { views: 1_000_000, likes: 99 }
    const { catalog } = writtenForms(store, 0, { ...plain, ...counters })
    assert.equal(catalog, JSON.stringify({ ...expectedAvatar(plain), ...counters }))
  })

  it('stores an entry in one chunk of the arena', () => {
    const store = RecordStore.create(WIRE_FIELDS)
    const long = { ...plain, description: 'x'.repeat(1_000_000) }
    for (let slot = 0; slot < 40; slot++) store.put(slot, { ...long, key: slot })
    for (let slot = 0; slot < 40; slot++)
      assert.equal(written(store, slot).length, JSON.stringify(expectedAvatar(long)).length)
  })

  it('returns the last record put in a slot, also after a capture was loaded', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat({ max: 20 }), records), { maxLength: 60 }), async puts => {
        let store = RecordStore.create(WIRE_FIELDS)
        const last = new Map<number, CatalogRecord>()
        for (const [i, [at, record]] of puts.entries()) {
          const slot = Math.min(at, store.size)
          store.put(slot, record)
          last.set(slot, record)
          if (i % 16 === 15) store = await loaded(store.capture())
        }
        for (const [slot, record] of last) {
          assert.deepEqual(writtenForms(store, slot, record), expectedForms(record))
          const isMine = record.imageUrl.toLowerCase().includes(`file_${uuid}`)
          assert.equal(store.slotsWithImage(`file_${uuid}`).includes(slot), isMine)
          assert.equal(store.keyOf(slot), record.key)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('returns true when a put changed anything that the index does not have', () => {
    const store = RecordStore.create(WIRE_FIELDS)
    assert.equal(store.put(0, plain), true)
    assert.equal(store.put(0, { ...plain, views: 5, likes: 6, addedAtMs: 7, updatedAtMs: null }), false)
    const changes: Partial<CatalogRecord>[] = [
      { name: 'Mai' },
      { description: '' },
      { authorName: 'mai' },
      { authorVrclUrl: 'https://community.example/u/mai' },
      { imageUrl: '' },
      { tags: [] },
      { aiTags: ['fox'] },
      { platforms: ['pc'] },
      { performance: {} },
      { isActive: false },
      { createdAtMs: 5_000_000 },
    ]
    for (const change of changes) {
      assert.equal(store.put(0, { ...plain, ...change }), true, JSON.stringify(change))
      assert.equal(store.put(0, plain), true)
    }
  })

  it('refuses sections that do not belong together', async () => {
    const store = RecordStore.create(WIRE_FIELDS)
    store.put(0, plain)
    await assert.rejects(loaded({ ...store.capture(), address: new Uint32Array(2) }), /address/)
  })

  it('refuses fragments whose uses are not those of its records', async () => {
    const store = RecordStore.create(WIRE_FIELDS)
    for (let slot = 0; slot < 3; slot++) store.put(slot, { ...plain, key: slot })
    store.put(1, {
      ...plain,
      authorName: 'Someone else',
      tags: ['other'],
      aiTags: ['maid'],
      platforms: ['ios'],
    })
    const captured = store.capture()
    const names = Object.keys(captured).filter(name => name.endsWith('.uses'))
    assert.ok(names.length > 0)
    for (const name of names)
      for (const [uses, reason] of [
        [[2, 2], / has 4 uses in 3 records/],
        [[1, 1], / has 2 uses in 3 records/],
        [[3, 0], /bytes and 0 uses/],
      ] as const)
        await assert.rejects(loaded({ ...captured, [name]: Uint32Array.from(uses) }), reason, name)
    await loaded(captured)
  })

  it('captures records that later changes do not affect', async () => {
    const store = RecordStore.create(WIRE_FIELDS)
    for (let slot = 0; slot < 100; slot++) store.put(slot, { ...plain, key: slot, name: `first ${slot}` })
    const captured = store.capture()
    for (let slot = 0; slot < 150; slot++)
      store.put(slot, { ...plain, key: slot + 1000, name: `second ${slot}`, tags: [`t${slot}`], views: 99 })
    const before = await loaded(captured)
    assert.equal(before.size, 100)
    for (let slot = 0; slot < 100; slot++)
      assert.equal(written(before, slot), JSON.stringify(expectedAvatar({ ...plain, name: `first ${slot}` })))
  })
})

/** A store that was loaded, and a weak reference to the array of its records. */
async function loadedWatched() {
  const store = RecordStore.create(WIRE_FIELDS)
  store.put(0, plain)
  const sections = loadedSections(store.capture())
  const watched = new WeakRef(sections['records.0']!.buffer)
  return { store: await RecordStore.fromSections(WIRE_FIELDS, sections), watched }
}

describe('memory of the record store', () => {
  it('lets go of a loaded array that it has copied', async () => {
    const { store, watched } = await loadedWatched()
    store.put(1, { ...plain, key: 8 })
    assert.deepEqual(await namesKept({ watched }), [])
    assert.equal(store.size, 2)
  })

  const long = (slot: number, edit: number): CatalogRecord => ({
    ...plain,
    key: slot,
    description: String(edit).padEnd(300_000, 'x'),
    tags: [String(slot % 7).padEnd(200_000, 'y'), `${slot} ${edit}`],
  })

  it('stays bounded after many edits', () => {
    const store = RecordStore.create(WIRE_FIELDS)
    for (let edit = 0; edit < 8; edit++)
      for (let slot = 0; slot < 50; slot++) {
        store.put(slot, long(slot, edit))
        store.compact(10)
      }
    while (store.compact(1000));
    const mebibytes = store.byteLength / 2 ** 20
    const live = (50 * 500_000) / 2 ** 20
    assert.ok(mebibytes <= live / 0.7 + 4 * 16, `${mebibytes} MiB for ${live} MiB of JSON`)
    for (let slot = 0; slot < 50; slot++)
      assert.equal(written(store, slot), JSON.stringify(expectedAvatar(long(slot, 7))))
  })

  it('is not changed by compaction while a capture shares it, and a loaded store can be compacted', async () => {
    let store = RecordStore.create(WIRE_FIELDS)
    for (let edit = 0; edit < 2; edit++) {
      for (let slot = 0; slot < 50; slot++) store.put(slot, long(slot, edit))
      const captured = store.capture()
      while (store.compact(1000));
      for (let slot = 0; slot < 50; slot += 2) store.put(slot, long(slot, -1))
      store = await loaded(captured)
      for (let slot = 0; slot < 50; slot++)
        assert.equal(written(store, slot), JSON.stringify(expectedAvatar(long(slot, edit))))
    }
  })
})
