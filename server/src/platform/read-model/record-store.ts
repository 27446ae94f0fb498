import { type Performance, PLATFORMS } from '@avatary/contract/avatar'
import { JsonWriter } from '../../kernel/json-writer.ts'
import type { CatalogRecord } from '../../slices/catalog/record.ts'
import { ByteArena } from './byte-arena.ts'
import { uint8Column, uint16Column, uint32Column } from './column.ts'
import { FragmentPool, type PoolSections } from './fragment-pool.ts'

/** Most images share this prefix; the store keeps what follows it. */
const USUAL_IMAGE_PREFIX = 'https://api.vrchat.cloud/api/1/image/file_'
const IMAGE_PREFIX = Buffer.from(USUAL_IMAGE_PREFIX)

export type RecordSections = Record<string, Uint8Array | Uint16Array | Uint32Array>

/**
 * Every avatar's JSON by slot, in pieces outside the heap: an answer is put together by copying bytes, with the
 * live counters spliced in. Each record is eight pieces:
 *
 *     head    {"id":"…","name":"…","description":"…"
 *     author  ,"authorId":"…","authorName":"…","authorVrclUrl":null,"imageUrl":"     shared
 *     image   (prefix left out when it is the usual one)
 *     tags    ","tags":[…]                                                            shared
 *     traits  ,"aiTags":[…],"platforms":[…],"performance":{…},"addedAt":"            shared
 *     dates   2026-…","updatedAt":"2026-…","views":
 *     counters
 *
 * Replacing a record leaves its old bytes behind until the next start from the database or a snapshot.
 */
export class RecordStore {
  readonly #arena: ByteArena
  readonly #authors: FragmentPool
  readonly #tags: FragmentPool
  readonly #traits: FragmentPool
  readonly #address
  readonly #headLength
  readonly #imageLength
  readonly #flags
  readonly #author
  readonly #tag
  readonly #trait
  readonly #key
  readonly #views
  readonly #likes
  #size: number
  readonly #scratch = new JsonWriter(4096)

  private constructor(sections: RecordSections, size: number) {
    const u32 = (name: string) => uint32Column(sections[name] as Uint32Array | undefined)
    this.#arena = ByteArena.fromSections(chunks(sections, 'records'))
    this.#authors = new FragmentPool(poolSections(sections, 'authors'))
    this.#tags = new FragmentPool(poolSections(sections, 'tags'))
    this.#traits = new FragmentPool(poolSections(sections, 'traits'))
    this.#address = u32('address')
    this.#headLength = u32('headLength')
    this.#imageLength = uint16Column(sections.imageLength as Uint16Array | undefined)
    this.#flags = uint8Column(sections.flags as Uint8Array | undefined)
    this.#author = u32('author')
    this.#tag = u32('tag')
    this.#trait = u32('trait')
    this.#key = u32('key')
    this.#views = u32('views')
    this.#likes = u32('likes')
    this.#size = size
  }

  static create(): RecordStore {
    return new RecordStore({}, 0)
  }

  /** Records the store holds; slots run from 0 to one below. */
  get size(): number {
    return this.#size
  }

  /** Sets all of a slot. */
  put(slot: number, record: CatalogRecord): void {
    const scratch = this.#scratch
    const head = writeHead(scratch.reset(), record).length
    const usualImage = record.imageUrl.startsWith(USUAL_IMAGE_PREFIX)
    const image = usualImage ? record.imageUrl.slice(IMAGE_PREFIX.length) : record.imageUrl
    const imageLength = scratch.text(JSON.stringify(image).slice(1, -1)).length - head
    writeDates(scratch, record)
    this.#address.set(slot, this.#arena.append(scratch.toBuffer()))
    this.#headLength.set(slot, head)
    this.#imageLength.set(slot, imageLength)
    this.#flags.set(slot, (usualImage ? USUAL_IMAGE : 0) | (record.updatedAtMs === null ? 0 : HAS_UPDATED))
    this.#author.set(slot, this.#authors.intern(writeAuthor(scratch.reset(), record).toBuffer()))
    this.#tag.set(slot, this.#tags.intern(scratch.reset().ascii('","tags":').json(record.tags).toBuffer()))
    this.#trait.set(slot, this.#traits.intern(writeTraits(scratch.reset(), record).toBuffer()))
    this.#key.set(slot, record.key)
    this.setCounters(slot, record.views, record.likes)
    if (slot >= this.#size) this.#size = slot + 1
  }

  setCounters(slot: number, views: number, likes: number): void {
    this.#views.set(slot, views)
    this.#likes.set(slot, likes)
  }

  /** The avatar id: it stands at a fixed place of the head. */
  idOf(slot: number): string {
    const address = this.#address.get(slot)
    const start = this.#arena.offset(address) + ID_START
    return this.#arena.chunk(address).toString('latin1', start, start + ID_LENGTH)
  }

  /** The record's number in the system of record. */
  keyOf(slot: number): number {
    return this.#key.get(slot)
  }

  viewsOf(slot: number): number {
    return this.#views.get(slot)
  }

  likesOf(slot: number): number {
    return this.#likes.get(slot)
  }

  /** Appends the avatar's JSON (spec, "Avatar"; keys in that order). */
  write(slot: number, out: JsonWriter): void {
    const address = this.#address.get(slot)
    const chunk = this.#arena.chunk(address)
    const head = this.#arena.offset(address)
    const image = head + this.#headLength.get(slot)
    const dates = image + this.#imageLength.get(slot)
    const flags = this.#flags.get(slot)
    out.bytes(chunk, head, image)
    writeFragment(out, this.#authors, this.#author.get(slot))
    if (flags & USUAL_IMAGE) out.bytes(IMAGE_PREFIX, 0, IMAGE_PREFIX.length)
    out.bytes(chunk, image, dates)
    writeFragment(out, this.#tags, this.#tag.get(slot))
    writeFragment(out, this.#traits, this.#trait.get(slot))
    out.bytes(chunk, dates, dates + (flags & HAS_UPDATED ? DATES_LENGTH : DATES_LENGTH_WITHOUT_UPDATED))
    out.integer(this.#views.get(slot)).ascii(',"likes":').integer(this.#likes.get(slot)).ascii('}')
  }

  /**
   * The store as typed arrays, of slots below `size`. Columns are copied now; arena bytes are only ever appended
   * to, so they may be written out later while the store goes on changing.
   */
  sections(size = this.#size): RecordSections {
    return {
      address: this.#address.slice(size),
      headLength: this.#headLength.slice(size),
      imageLength: this.#imageLength.slice(size),
      flags: this.#flags.slice(size),
      author: this.#author.slice(size),
      tag: this.#tag.slice(size),
      trait: this.#trait.slice(size),
      key: this.#key.slice(size),
      views: this.#views.slice(size),
      likes: this.#likes.slice(size),
      ...named('records', this.#arena.sections()),
      ...namedPool('authors', this.#authors.sections()),
      ...namedPool('tags', this.#tags.sections()),
      ...namedPool('traits', this.#traits.sections()),
    }
  }

  /** The inverse of `sections`; the arrays become the store's own. */
  static fromSections(sections: RecordSections): RecordStore {
    return new RecordStore(sections, sections.key?.length ?? 0)
  }
}

const ID_START = '{"id":"'.length
const ID_LENGTH = 'avtr_26187637-0c30-4a09-86e1-bc928c07309e'.length
const USUAL_IMAGE = 1
const HAS_UPDATED = 2
const DATES_LENGTH = '2026-02-25T12:00:49.388Z","updatedAt":"2026-02-25T12:00:49.388Z","views":'.length
const DATES_LENGTH_WITHOUT_UPDATED = '2026-02-25T12:00:49.388Z","updatedAt":null,"views":'.length

function writeHead(out: JsonWriter, record: CatalogRecord): JsonWriter {
  out.ascii('{"id":').json(record.id)
  return out.ascii(',"name":').json(record.name).ascii(',"description":').json(record.description)
}

function writeAuthor(out: JsonWriter, record: CatalogRecord): JsonWriter {
  out.ascii(',"authorId":').json(record.authorId).ascii(',"authorName":').json(record.authorName)
  return out.ascii(',"authorVrclUrl":').json(record.authorVrclUrl).ascii(',"imageUrl":"')
}

function writeTraits(out: JsonWriter, record: CatalogRecord): JsonWriter {
  out.ascii(',"aiTags":').json(record.aiTags).ascii(',"platforms":').json(record.platforms)
  return out.ascii(',"performance":').json(inOrder(record.performance)).ascii(',"addedAt":"')
}

function writeDates(out: JsonWriter, record: CatalogRecord): void {
  const updated = record.updatedAtMs === null ? 'null' : `"${toIso(record.updatedAtMs)}"`
  out.ascii(`${toIso(record.addedAtMs)}","updatedAt":${updated},"views":`)
}

/** Dates have one length, so years outside 0000–9999 are brought to the nearest that has it. */
function toIso(ms: number): string {
  return new Date(Math.min(Math.max(ms, -62167219200000), 253402300799999)).toISOString()
}

function inOrder(performance: Performance): Performance {
  const ordered: Performance = {}
  for (const platform of PLATFORMS) {
    const rating = performance[platform]
    if (rating !== undefined) ordered[platform] = rating
  }
  return ordered
}

function writeFragment(out: JsonWriter, pool: FragmentPool, id: number): void {
  const start = pool.start(id)
  out.bytes(pool.chunk(id), start, start + pool.length(id))
}

function named(name: string, arrays: readonly Uint8Array[]): RecordSections {
  return Object.fromEntries(arrays.map((array, i) => [`${name}.${i}`, array]))
}

function namedPool(name: string, pool: PoolSections): RecordSections {
  return {
    [`${name}.addresses`]: pool.addresses,
    [`${name}.lengths`]: pool.lengths,
    ...named(`${name}.bytes`, pool.arena),
  }
}

function chunks(sections: RecordSections, name: string): Uint8Array[] {
  const found: Uint8Array[] = []
  for (let i = 0; sections[`${name}.${i}`] !== undefined; i++)
    found.push(sections[`${name}.${i}`] as Uint8Array)
  return found
}

function poolSections(sections: RecordSections, name: string): PoolSections | undefined {
  const addresses = sections[`${name}.addresses`]
  const lengths = sections[`${name}.lengths`]
  if (addresses === undefined || lengths === undefined) return undefined
  const arena = chunks(sections, `${name}.bytes`)
  return { addresses: addresses as Uint32Array, lengths: lengths as Uint32Array, arena }
}
