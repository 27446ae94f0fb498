import type { Platform } from '@avatary/contract/avatar'
import type { CatalogRecord } from '../../avatars/index.ts'
import type { JsonWriter } from '../../kernel/json-writer.ts'
import { ByteArena } from './byte-arena.ts'
import { type Column, uint8Column, uint16Column, uint32Column } from './column.ts'
import { Compaction } from './compaction.ts'
import { FragmentPool } from './fragment-pool.ts'
import { ImageFiles, imageFileIn } from './image-files.ts'
import { MomentColumn } from './moment-column.ts'
import {
  authorJson,
  DATES_LENGTH,
  DATES_LENGTH_WITHOUT_UPDATED,
  datesJson,
  headJson,
  ID_LENGTH,
  ID_START,
  imageJson,
  tagsJson,
  traitsJson,
  USUAL_IMAGE_PREFIX,
} from './record-json.ts'
import { endOfPlatforms, namesPlatform } from './record-parts.ts'
import {
  COLUMNS,
  chunksOf,
  countsOf,
  type LoadedSections,
  named,
  namedCounts,
  namedPool,
  poolOf,
} from './record-sections.ts'
import { ACTIVE, HAS_UPDATED, RecordWriter, USUAL_IMAGE } from './record-writer.ts'
import type { SnapshotSections } from './snapshot-file.ts'

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
 * Replacing a record leaves its old bytes behind; `compact` closes the holes.
 */
export class RecordStore {
  readonly #arena: ByteArena
  readonly #compaction: Compaction
  readonly #authors: FragmentPool
  readonly #tags: FragmentPool
  readonly #traits: FragmentPool
  readonly #address
  readonly #headLength
  readonly #imageLength
  readonly #flags
  /** When the platform created it. */
  readonly #created: MomentColumn
  readonly #imageFiles: ImageFiles
  readonly #author
  readonly #tag
  readonly #trait
  readonly #key
  readonly #views
  readonly #likes
  readonly #writer: RecordWriter
  #size: number
  #scratch = Buffer.allocUnsafeSlow(4096)

  private constructor(sections: LoadedSections, size: number) {
    const u32 = (name: string) => uint32Column(sections[name] as Uint32Array | undefined)
    this.#arena = ByteArena.from(chunksOf(sections, 'records'))
    this.#authors = new FragmentPool(poolOf(sections, 'authors'))
    this.#tags = new FragmentPool(poolOf(sections, 'tags'))
    this.#traits = new FragmentPool(poolOf(sections, 'traits'))
    this.#address = u32('address')
    this.#headLength = u32('headLength')
    this.#imageLength = uint16Column(sections.imageLength as Uint16Array | undefined)
    this.#flags = uint8Column(sections.flags as Uint8Array | undefined)
    const { createdSecond, createdMs, imageFile } = sections
    this.#created = new MomentColumn(
      createdSecond as Uint32Array | undefined,
      createdMs as Uint16Array | undefined,
    )
    this.#imageFiles = new ImageFiles(imageFile as Uint32Array | undefined)
    this.#author = u32('author')
    this.#tag = u32('tag')
    this.#trait = u32('trait')
    this.#key = u32('key')
    this.#views = countsOf(sections, 'views')
    this.#likes = countsOf(sections, 'likes')
    this.#size = size
    this.#compaction = new Compaction({
      arena: this.#arena,
      addresses: this.#address,
      lengthOf: slot => this.#ownLength(slot),
    })
    this.#writer = new RecordWriter({
      arena: this.#arena,
      authors: this.#authors,
      tags: this.#tags,
      traits: this.#traits,
      address: this.#address,
      headLength: this.#headLength,
      imageLength: this.#imageLength,
      flags: this.#flags,
      created: this.#created,
      author: this.#author,
      tag: this.#tag,
      trait: this.#trait,
      views: this.#views,
      likes: this.#likes,
    })
    for (let slot = 0; slot < size; slot++) this.#retain(slot)
  }

  static create(): RecordStore {
    return new RecordStore({}, 0)
  }

  /** Records the store holds; slots run from 0 to one below. */
  get size(): number {
    return this.#size
  }

  /**
   * Sets all of a slot.
   * @returns whether anything is other than before, counters aside.
   */
  put(slot: number, record: CatalogRecord): boolean {
    const isNew = slot >= this.#size
    const hasNewOwn = this.#putOwn(slot, record)
    const author = this.#authors.intern(this.#encoded(authorJson(record)))
    const hasNewAuthor = replaceFragment(this.#authors, this.#author, slot, author, isNew)
    const tags = this.#tags.intern(this.#encoded(tagsJson(record)))
    const hasNewTags = replaceFragment(this.#tags, this.#tag, slot, tags, isNew)
    const traits = this.#traits.intern(this.#encoded(traitsJson(record)))
    const hasNewTraits = replaceFragment(this.#traits, this.#trait, slot, traits, isNew)
    const hasNewCreated = this.#created.set(slot, record.createdAtMs)
    this.#imageFiles.set(slot, record.imageUrl)
    this.#key.set(slot, record.key)
    this.setCounters(slot, record.views, record.likes)
    if (isNew) this.#size = slot + 1
    return hasNewOwn || hasNewAuthor || hasNewTags || hasNewTraits || hasNewCreated
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

  isActive(slot: number): boolean {
    return (this.#flags.get(slot) & ACTIVE) !== 0
  }

  /** Takes number and state from an avatar that the system of record does not hold any more. */
  forget(slot: number): void {
    this.#flags.set(slot, this.#flags.get(slot) & ~ACTIVE)
    this.#key.set(slot, 0)
  }

  viewsOf(slot: number): number {
    return this.#views.get(slot)
  }

  likesOf(slot: number): number {
    return this.#likes.get(slot)
  }

  /** Appends the avatar's JSON (spec, "Avatar"; keys in that order). */
  write(slot: number, out: JsonWriter): void {
    this.#writer.write(slot, out)
  }

  /** Appends the avatar's JSON as mirrors get it (contract, `MirrorAvatar`; keys in that order). */
  writeForMirrors(slot: number, out: JsonWriter): void {
    this.#writer.writeForMirrors(slot, out)
  }

  /** Appends the avatar's JSON as the lists for worlds carry it (spec, `/world/search`; keys in that order). */
  writeForWorlds(slot: number, out: JsonWriter): void {
    this.#writer.writeForWorlds(slot, out)
  }

  /** Appends the avatar's JSON as VRCX reads it (contract, `VrcxAvatar`; keys in that order). */
  writeForVrcx(slot: number, out: JsonWriter): void {
    this.#writer.writeForVrcx(slot, out)
  }

  /** Slots whose image is the platform's file that `text` names (an id or an address), lowest first. */
  slotsWithImage(text: string): number[] {
    const file = imageFileIn(text)
    if (file === null) return []
    return this.#imageFiles.candidates(file).filter(slot => imageFileIn(this.#imageText(slot)) === file)
  }

  hasPlatform(slot: number, platform: Platform): boolean {
    const trait = this.#trait.get(slot)
    return namesPlatform(this.#traits.chunk(trait), this.#endOfPlatforms(trait), platform)
  }

  /** Gives back the memory of what was replaced, looking at about `most` records; false when there is nothing to do. */
  compact(most: number): boolean {
    const pools = [this.#authors, this.#tags, this.#traits].map(pool => pool.compact(most))
    return this.#compaction.step(this.#size, most) || pools.includes(true)
  }

  /** Bytes of the avatars' JSON held outside the heap, holes included, columns not. */
  get byteLength(): number {
    const pools = this.#authors.byteLength + this.#tags.byteLength + this.#traits.byteLength
    return this.#arena.byteLength + pools
  }

  /** The store as it is now, for a snapshot; costs well under a millisecond, whatever changes later. */
  capture(): SnapshotSections {
    const column = (values: Column<Uint32Array>) => values.capture(this.#size)
    const created = this.#created.capture(this.#size)
    return {
      address: column(this.#address),
      headLength: column(this.#headLength),
      imageLength: this.#imageLength.capture(this.#size),
      flags: this.#flags.capture(this.#size),
      createdSecond: created.seconds,
      createdMs: created.milliseconds,
      imageFile: this.#imageFiles.capture(this.#size),
      author: column(this.#author),
      tag: column(this.#tag),
      trait: column(this.#trait),
      key: column(this.#key),
      ...namedCounts('views', this.#views.capture(this.#size)),
      ...namedCounts('likes', this.#likes.capture(this.#size)),
      ...named('records', this.#arena.capture()),
      ...namedPool('authors', this.#authors.capture()),
      ...namedPool('tags', this.#tags.capture()),
      ...namedPool('traits', this.#traits.capture()),
    }
  }

  /**
   * The inverse of `capture`; the arrays become the store's own.
   * @throws when they do not belong together.
   */
  static fromSections(sections: LoadedSections): RecordStore {
    const size = sections.key?.length ?? 0
    for (const name of COLUMNS)
      if (sections[name]?.length !== size) throw new Error(`${name} does not hold ${size} records`)
    return new RecordStore(sections, size)
  }

  /** Head, image and dates: what a record shares with no other. */
  #putOwn(slot: number, record: CatalogRecord): boolean {
    const usualImage = record.imageUrl.startsWith(USUAL_IMAGE_PREFIX)
    const head = this.#encode(headJson(record), 0)
    const imageEnd = this.#encode(imageJson(record.imageUrl, usualImage), head)
    const end = this.#encode(datesJson(record), imageEnd)
    const imageLength = imageEnd - head
    const flags =
      (usualImage ? USUAL_IMAGE : 0) |
      (record.updatedAtMs === null ? 0 : HAS_UPDATED) |
      (record.isActive ? ACTIVE : 0)
    const bytes = this.#scratch.subarray(0, end)
    if (this.#holdsOwn(slot, bytes, head, imageLength, flags)) return false
    if (slot < this.#size) this.#arena.release(this.#address.get(slot), this.#ownLength(slot))
    this.#address.set(slot, this.#arena.append(bytes))
    this.#headLength.set(slot, head)
    this.#imageLength.set(slot, imageLength)
    this.#flags.set(slot, flags)
    return true
  }

  /** The image's address as it is kept, with what tells its file before it. */
  #imageText(slot: number): string {
    const address = this.#address.get(slot)
    const start = this.#arena.offset(address) + this.#headLength.get(slot)
    const kept = this.#arena.chunk(address).toString('latin1', start, start + this.#imageLength.get(slot))
    return this.#flags.get(slot) & USUAL_IMAGE ? USUAL_IMAGE_PREFIX + kept : kept
  }

  /** Writes text into the scratch buffer, which a larger one may replace; where it ends. */
  #encode(text: string, start: number): number {
    const mostBytes = text.length * 3
    if (start + mostBytes > this.#scratch.length) {
      const grown = Buffer.allocUnsafeSlow((start + mostBytes) * 2)
      this.#scratch.copy(grown, 0, 0, start)
      this.#scratch = grown
    }
    return start + this.#scratch.write(text, start)
  }

  /** The text as bytes, good until the next is encoded. */
  #encoded(text: string): Buffer {
    const end = this.#encode(text, 0)
    return this.#scratch.subarray(0, end)
  }

  #holdsOwn(slot: number, bytes: Buffer, head: number, image: number, flags: number): boolean {
    if (slot >= this.#size || this.#flags.get(slot) !== flags) return false
    if (this.#headLength.get(slot) !== head || this.#imageLength.get(slot) !== image) return false
    const address = this.#address.get(slot)
    const start = this.#arena.offset(address)
    return bytes.compare(this.#arena.chunk(address), start, start + bytes.length) === 0
  }

  #endOfPlatforms(trait: number): number {
    const traits = this.#traits
    return endOfPlatforms(traits.chunk(trait), traits.start(trait) + traits.length(trait))
  }

  #ownLength(slot: number): number {
    const dates = this.#flags.get(slot) & HAS_UPDATED ? DATES_LENGTH : DATES_LENGTH_WITHOUT_UPDATED
    return this.#headLength.get(slot) + this.#imageLength.get(slot) + dates
  }

  #retain(slot: number): void {
    this.#arena.retain(this.#address.get(slot), this.#ownLength(slot))
    this.#authors.retain(this.#author.get(slot))
    this.#tags.retain(this.#tag.get(slot))
    this.#traits.retain(this.#trait.get(slot))
  }
}

/** Gives the slot another fragment, already counted as used; whether it is one. */
function replaceFragment(
  pool: FragmentPool,
  column: Column<Uint32Array>,
  slot: number,
  id: number,
  isNew: boolean,
): boolean {
  const old = column.get(slot)
  column.set(slot, id)
  if (!isNew) pool.release(old)
  return isNew || old !== id
}
