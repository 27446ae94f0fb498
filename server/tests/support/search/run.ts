import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CatalogQuery, IndexDocument, SearchIndex } from '../../../src/avatars/search-port.ts'
import { runSync } from '../../../src/kernel/run-in-turns.ts'
import { catalogQuery } from './index-document.ts'
import { type Draft, type Operation, SORTS } from './operations.ts'
import { createReferenceIndex } from './reference-index.ts'

/** An index that can be captured, and loaded from the result. */
interface Engine<Sections> extends SearchIndex, AsyncDisposable {
  capture(onCapture: () => void): Promise<Sections>
  mergeAll(): Promise<void>
}

export interface EngineFactory<Sections> {
  create(): Engine<Sections>
  load(sections: Sections): Promise<Engine<Sections>>
}

/** Applies the steps to an engine and to the reference; throws when their answers differ. */
export async function runOperations<Sections>(
  factory: EngineFactory<Sections>,
  operations: readonly Operation[],
): Promise<void> {
  await using run = new Run(factory)
  for (const operation of operations) await run.take(operation)
  run.compareAll()
}

/** Ids that differ only at the end, only at the start, or everywhere. */
export function idOf(slot: number): string {
  const scattered = slot % 3 === 0 ? 0 : Math.imul(slot, 0x9e3779b1) >>> 0
  const end = slot % 3 === 1 ? 0 : slot
  return `avtr_${hex(scattered, 8)}-0000-4000-8000-${hex(end, 12)}`
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0')
}

/** The documents that the index must contain, from which a reference index can be made at any time. */
class Model {
  readonly #documents: IndexDocument[] = []
  readonly reference = createReferenceIndex()

  static of(documents: readonly IndexDocument[]): Model {
    const model = new Model()
    for (const [slot, document] of documents.entries()) model.put(slot, document)
    return model
  }

  get size(): number {
    return this.#documents.length
  }

  put(slot: number, document: IndexDocument): void {
    this.#documents[slot] = document
    this.reference.put(slot, document)
  }

  setListed(slot: number, isListed: boolean): void {
    this.#documents[slot] = { ...this.#documents[slot]!, isListed }
    this.reference.setListed(slot, isListed)
  }

  setCounters(slot: number, views: number, likes: number): void {
    this.#documents[slot] = { ...this.#documents[slot]!, views, likes }
    this.reference.setCounters(slot, views, likes)
  }

  documents(): IndexDocument[] {
    return [...this.#documents]
  }
}

class Run<Sections> implements AsyncDisposable {
  readonly #factory: EngineFactory<Sections>
  #engine: Engine<Sections>
  #model = new Model()
  #capture: { sections: Promise<Sections>; documents: () => IndexDocument[] } | null = null

  constructor(factory: EngineFactory<Sections>) {
    this.#factory = factory
    this.#engine = factory.create()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#capture?.sections
    await this.#engine[Symbol.asyncDispose]()
  }

  async take(operation: Operation): Promise<void> {
    switch (operation.do) {
      case 'put':
        return this.#put(this.#slotAt(operation.at) ?? this.#model.size, operation.draft)
      case 'fill':
        return this.#fill(operation.count, operation.drafts)
      case 'list':
        return this.#change(operation.at, (index, slot) => index.setListed(slot, operation.isListed))
      case 'count':
        return this.#change(operation.at, (index, slot) =>
          index.setCounters(slot, operation.views, operation.likes),
        )
      case 'search':
        return this.#search(operation)
      case 'check':
        return this.compareAll()
      case 'turn':
        return await sleep(operation.ms)
      case 'capture':
        return this.#startCapture()
      case 'captured':
        return void (await this.#capture?.sections)
      case 'settle':
        return await this.#engine.mergeAll()
      case 'load':
        return await this.#load(operation.goOn)
    }
  }

  compareAll(): void {
    compareState(this.#engine, this.#model.reference)
  }

  #slotAt(at: number | null): number | null {
    return at === null || this.#model.size === 0 ? null : at % this.#model.size
  }

  #put(slot: number, draft: Draft): void {
    const document = { ...draft, id: idOf(slot) }
    this.#model.put(slot, document)
    this.#engine.put(slot, document)
  }

  /** Each document has a word of its own, and shares a word, a tag and an author with others at regular intervals. */
  #fill(count: number, drafts: readonly Draft[]): void {
    for (let i = 0; i < count; i++) {
      const draft = drafts[(i * i) % drafts.length]!
      const own = [`r${i}`, `m${i % 97}`, 'm']
      const fields = i % 70 === 0 ? [...draft.fields, [`k${i}`]] : draft.fields
      this.#put(this.#model.size, {
        ...draft,
        ...(i % 3 === 0 ? { description: own.concat(draft.description) } : { fields: [...fields, own] }),
        extraWords: i % 89 === 0 ? [...draft.extraWords, `m${i % 53}`, 'x'] : draft.extraWords,
        tags: [...draft.tags, `t${i % 83}`],
        authorId: i % 5 === 0 ? `usr_m${i % 31}` : draft.authorId,
        addedAtMs: draft.addedAtMs + ((i * 7) % 10),
        views: Math.max(0, draft.views - (i % 50)),
      })
    }
  }

  #change(at: number, change: (index: Model | Engine<Sections>, slot: number) => void): void {
    const slot = this.#slotAt(at)
    if (slot === null) return
    change(this.#model, slot)
    change(this.#engine, slot)
  }

  #search({ query, avatarsAt }: Extract<Operation, { do: 'search' }>): void {
    const asked = { ...query, text: { ...query.text, avatarIds: avatarsAt.map(idOf) } }
    const { total, slots } = this.#engine.search(asked)
    assert.deepEqual({ total, slots: [...slots] }, this.#model.reference.search(asked), JSON.stringify(asked))
    this.#searchDivided(asked)
  }

  /** Passes every third slot, in no particular order, as those that come first. */
  #searchDivided(query: CatalogQuery): void {
    const apart = Array.from({ length: Math.ceil(this.#model.size / 3) }, (_, i) => i * 3)
    const slots = Uint32Array.from(apart.reverse().slice(-2000))
    const partsOf = (index: SearchIndex) => {
      const { total, places } = index.matchesAmong(query, slots)
      const page = index.searchWithout(query, slots)
      const rest = { total: page.total, slots: [...page.slots] }
      return { total, places: [...places], rest, addedAt: [...index.addedAtOf(slots)] }
    }
    assert.deepEqual(partsOf(this.#engine), partsOf(this.#model.reference), JSON.stringify(query))
    for (const slot of slots.slice(1, 4))
      for (const sort of SORTS)
        assert.equal(
          Math.sign(this.#engine.compare(sort, slot, slots[0]!)),
          Math.sign(this.#model.reference.compare(sort, slot, slots[0]!)),
          `${slot} before ${slots[0]} by ${sort}`,
        )
  }

  #startCapture(): void {
    if (this.#capture !== null) return
    let documents: IndexDocument[] | null = null
    const sections = this.#engine.capture(() => {
      assert.equal(documents, null, 'the instant of a capture is told once')
      documents = this.#model.documents()
    })
    sections.catch(() => {})
    this.#capture = {
      sections,
      documents: () => {
        assert.ok(documents, 'the instant of a capture is told before its sections')
        return documents
      },
    }
  }

  async #load(goOn: boolean): Promise<void> {
    const capture = this.#capture
    if (capture === null) return
    const sections = await capture.sections
    this.#capture = null
    const model = Model.of(capture.documents())
    const loaded = await this.#factory.load(sections)
    compareState(loaded, model.reference)
    if (!goOn) return await loaded[Symbol.asyncDispose]()
    await this.#engine[Symbol.asyncDispose]()
    this.#engine = loaded
    this.#model = model
  }
}

/** More than there are texts, so that the index omits none because of an estimate. */
const ALL_TEXTS = 50_000
const WANTED_WORDS = [1, 2, 3].flatMap(minCount => [1, 2, ALL_TEXTS].map(limit => ({ minCount, limit })))
const TYPED = ['f', 'fo', 'm1', 'r12', 't', '狐', 'zzz']
const MISTYPED = [
  'foxx',
  'xof',
  'r1200x',
  'm11',
  'abdd',
  'redfx',
  'rdefox',
  'まぬが',
  '狐雪マ',
  'マ狐ヌ',
  '雪狐',
  '',
  '\ud800',
]

/** A search whose groups need sets of their own. */
const LENDING = catalogQuery({
  text: {
    conditions: [
      {
        kind: 'any',
        of: ['fox', 'red', '狐雪', 'マヌ'].map(word => ({ kind: 'all', of: [{ kind: 'word', word }] })),
      },
    ],
  },
})

/** Runs steps of an index, and makes a search between two of them, which ends the validity of the sets of others. */
function betweenSearches<Result>(engine: SearchIndex, steps: Iterator<void, Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    engine.search(LENDING)
  }
}

function compareTexts(engine: SearchIndex, reference: SearchIndex): void {
  for (const kind of ['words', 'tags', 'authors'] as const)
    for (const beginning of TYPED)
      assert.deepEqual(
        engine.textsBeginningWith(kind, beginning, ALL_TEXTS),
        reference.textsBeginningWith(kind, beginning, ALL_TEXTS),
        `${kind} beginning with ${beginning}`,
      )
  for (const word of MISTYPED)
    for (const wanted of WANTED_WORDS)
      assert.deepEqual(
        betweenSearches(engine, engine.wordsSimilarTo(word, wanted)),
        runSync(reference.wordsSimilarTo(word, wanted)),
        `similar to ${JSON.stringify(word)}, ${JSON.stringify(wanted)}`,
      )
}

function compareState(engine: SearchIndex, reference: SearchIndex): void {
  assert.equal(engine.size, reference.size, 'size')
  assert.deepEqual(engine.counts(), reference.counts(), 'counts')
  for (const limit of [0, 1, 5, 1000]) {
    assert.deepEqual(engine.topTags(limit), reference.topTags(limit), `top ${limit} tags`)
  }
  compareTexts(engine, reference)
  for (const sort of SORTS) {
    const slots = engine.listedSlots(sort)
    const expected = reference.listedSlots(sort)
    assert.deepEqual(slots, expected, `listed by ${sort}`)
    slots.fill(0)
    assert.deepEqual(engine.listedSlots(sort), expected, `a fresh array by ${sort}`)
  }
  const ids = Array.from({ length: reference.size + 2 }, (_, slot) => idOf(slot))
  const placesIn = (index: SearchIndex) => ids.map(id => index.slotOf(id))
  assert.deepEqual(placesIn(engine), placesIn(reference), 'slots of ids')
  const listingIn = (index: SearchIndex) => ids.map((_, slot) => index.isListed(slot))
  assert.deepEqual(listingIn(engine), listingIn(reference), 'listed')
  const valuesIn = (index: SearchIndex) =>
    Array.from({ length: reference.size }, (_, slot) => {
      const uuid = Buffer.alloc(16)
      index.readId(slot, uuid)
      const dates = [index.addedAtMsOf(slot), index.updatedAtMsOf(slot)]
      return [uuid.toString('hex'), index.viewsOf(slot), index.likesOf(slot), ...dates]
    })
  assert.deepEqual(valuesIn(engine), valuesIn(reference), 'values')
}
