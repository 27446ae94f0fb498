import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { namesKept } from '../../../tests/support/collect-garbage.ts'
import { catalogQuery, indexDocument } from '../../../tests/support/search/index-document.ts'
import { createLiveIndex, type IndexSections, loadLiveIndex } from './live-index.ts'
import { fromSections } from './sections.ts'

let sections: IndexSections

before(async () => {
  await using index = createLiveIndex()
  for (let slot = 0; slot < 100; slot++) {
    index.put(
      slot,
      indexDocument(slot, {
        fields: [['fox', `w${slot}`, 'fox']],
        tags: ['t', `t${slot}`],
        authorId: `usr_${slot % 7}`,
        nameKey: `fox ${slot}`,
        addedAtMs: slot,
      }),
    )
  }
  sections = await index.capture(() => {})
})

/** A deep copy: sections are in shared memory, which a structured clone would share as well. */
function copyOfSections(): IndexSections {
  return Object.fromEntries(Object.entries(sections).map(([name, section]) => [name, section.slice()]))
}

/** Loads a copy of the sections to which only weak references remain. */
async function loadWatched(names: readonly string[]) {
  const copy = copyInSharedMemory()
  const columns = Object.fromEntries(names.map(name => [name, new WeakRef(copy[name]!)]))
  return { index: await loadLiveIndex(copy), columns }
}

/** Copies the sections to shared memory, from which an index takes them over. */
function copyInSharedMemory(): IndexSections {
  const entries = Object.entries(sections).map(([name, section]) => {
    const Type = section.constructor as new (buffer: SharedArrayBuffer) => typeof section
    const copy = new Type(new SharedArrayBuffer(section.byteLength))
    copy.set(section)
    return [name, copy]
  })
  return Object.fromEntries(entries)
}

function refuses(damage: (copy: IndexSections) => void, message: RegExp): void {
  const copy = copyOfSections()
  damage(copy)
  assert.throws(() => fromSections(copy), message)
}

describe('loading an index', () => {
  it('takes the sections of a capture, in shared memory or copied', async () => {
    await using shared = await loadLiveIndex(sections)
    await using copied = await loadLiveIndex(copyOfSections())
    const query = catalogQuery({ text: { words: ['fox'] } })
    assert.equal(shared.search(query).total, 100)
    assert.deepEqual(copied.search(query), shared.search(query))
  })

  it('takes the bytes of a file', async () => {
    const bytes = Object.entries(sections).map(([name, section]) => {
      if (!(section instanceof Uint8Array)) return [name, section]
      return [name, Buffer.from(section)]
    })
    await using index = await loadLiveIndex(Object.fromEntries(bytes))
    assert.equal(index.size, 100)
  })

  it('lets go of the columns that it copies', async () => {
    const { index, columns } = await loadWatched(['listed', 'views', 'likes', 'popularOrder'])
    assert.deepEqual(await namesKept(columns), [])
    await index[Symbol.asyncDispose]()
  })

  it('rejects when they are refused', async () => {
    await assert.rejects(loadLiveIndex({ ...sections, meta: Uint32Array.of(99, 0) }), /of format 99/)
  })

  it('refuses sections of which one is missing', () => {
    for (const name of Object.keys(sections)) refuses(copy => delete copy[name], /The index has no section/)
  })

  it('refuses sections of which one is cut short', () => {
    for (const [name, section] of Object.entries(sections)) {
      if (section.length === 0) continue
      refuses(copy => {
        copy[name] = section.slice(0, -1)
      }, /of the index|of format/)
    }
  })

  it('refuses a section of another type', () => {
    refuses(copy => {
      copy.views = new Uint8Array(100)
    }, /Section views of the index is not a Uint32Array/)
  })

  it('refuses another format', () => {
    refuses(copy => {
      copy.meta![0] = 99
    }, /The index is of format 99, not/)
  })

  it('refuses an order that has a document twice', () => {
    for (const name of ['slots', 'popularOrder', 'nameOrder']) {
      refuses(
        copy => {
          copy[name]![0] = copy[name]![1]!
        },
        new RegExp(`Section ${name} of the index holds \\d+ twice`),
      )
    }
  })

  it('refuses numbers out of range, and offsets that decrease', () => {
    const damages: [name: string, message: RegExp][] = [
      ['slots', /Section slots of the index holds/],
      ['popularOrder', /Section popularOrder of the index holds/],
      ['nameOrder', /Section nameOrder of the index holds/],
      ['nameKeys', /Section nameKeys of the index holds/],
      ['idTable', /Section idTable of the index holds/],
      ['creatorOf', /Section creatorOf of the index holds/],
      ['forwardOffsets', /Section forwardOffsets of the index decreases/],
      ['words.offsets', /Section words.offsets of the index decreases/],
      ['words.denseKeys', /Section words.denseKeys of the index holds/],
    ]
    for (const [name, message] of damages) {
      refuses(copy => {
        copy[name]![0] = 0xfffffff0
      }, message)
    }
  })
})
