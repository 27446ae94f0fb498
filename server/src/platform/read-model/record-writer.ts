import { VRCX_NO_DATE } from '@avatary/contract/vrcx'
import type { JsonWriter } from '../../kernel/json-writer.ts'
import type { ByteArena } from './byte-arena.ts'
import type { Column } from './column.ts'
import type { CountColumn } from './count-column.ts'
import type { FragmentPool } from './fragment-pool.ts'
import type { MomentColumn } from './moment-column.ts'
import {
  ADDED_AT,
  DATES_LENGTH,
  DATES_LENGTH_WITHOUT_UPDATED,
  IMAGE_PREFIX,
  UPDATED_END,
  UPDATED_START,
} from './record-json.ts'
import { endOfName, endOfPlatforms, endsOfAuthor, startOfPlatforms } from './record-parts.ts'

/** Bits of a record's flags. */
export const USUAL_IMAGE = 1
export const HAS_UPDATED = 2
export const ACTIVE = 4

/** Where the pieces of records are, by slot; see `RecordStore`. */
export interface RecordPieces {
  readonly arena: ByteArena
  readonly authors: FragmentPool
  readonly tags: FragmentPool
  readonly traits: FragmentPool
  readonly address: Column<Uint32Array>
  readonly headLength: Column<Uint32Array>
  readonly imageLength: Column<Uint16Array>
  readonly flags: Column<Uint8Array>
  /** When the platform created it. */
  readonly created: MomentColumn
  readonly author: Column<Uint32Array>
  readonly tag: Column<Uint32Array>
  readonly trait: Column<Uint32Array>
  readonly views: CountColumn
  readonly likes: CountColumn
}

/** Puts the pieces of records together, in each form in which avatars are shown. */
export class RecordWriter {
  readonly #arena
  readonly #authors
  readonly #tags
  readonly #traits
  readonly #address
  readonly #headLength
  readonly #imageLength
  readonly #flags
  readonly #created
  readonly #author
  readonly #tag
  readonly #trait
  readonly #views
  readonly #likes

  constructor(pieces: RecordPieces) {
    this.#arena = pieces.arena
    this.#authors = pieces.authors
    this.#tags = pieces.tags
    this.#traits = pieces.traits
    this.#address = pieces.address
    this.#headLength = pieces.headLength
    this.#imageLength = pieces.imageLength
    this.#flags = pieces.flags
    this.#created = pieces.created
    this.#author = pieces.author
    this.#tag = pieces.tag
    this.#trait = pieces.trait
    this.#views = pieces.views
    this.#likes = pieces.likes
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

  /** Appends the avatar's JSON as mirrors get it (contract, `MirrorAvatar`; keys in that order). */
  writeForMirrors(slot: number, out: JsonWriter): void {
    this.write(slot, out)
    const created = this.#created.get(slot)
    out
      .takeBack(1)
      .ascii(`,"createdAt":${created === null ? 'null' : `"${new Date(created).toISOString()}"`}}`)
  }

  /** Appends the avatar's JSON as the lists for worlds carry it (spec, `/world/search`; keys in that order). */
  writeForWorlds(slot: number, out: JsonWriter): void {
    const address = this.#address.get(slot)
    const chunk = this.#arena.chunk(address)
    const head = this.#arena.offset(address)
    const image = head + this.#headLength.get(slot)
    out.bytes(chunk, head, endOfName(chunk, head))
    const author = this.#author.get(slot)
    const authorBytes = this.#authors.chunk(author)
    const authorStart = this.#authors.start(author)
    const [id, name] = endsOfAuthor(authorBytes, authorStart)
    out.bytes(authorBytes, id, name).bytes(authorBytes, authorStart, id).ascii(',"imageUrl":"')
    if (this.#flags.get(slot) & USUAL_IMAGE) out.bytes(IMAGE_PREFIX, 0, IMAGE_PREFIX.length)
    out.bytes(chunk, image, image + this.#imageLength.get(slot))
    writeFragment(out, this.#tags, this.#tag.get(slot))
    const trait = this.#trait.get(slot)
    out.bytes(this.#traits.chunk(trait), this.#traits.start(trait), this.#endOfPlatforms(trait))
    out.ascii(',"views":').integer(this.#views.get(slot))
    out.ascii(',"likes":').integer(this.#likes.get(slot)).ascii('}')
  }

  /** Appends the avatar's JSON as VRCX reads it (contract, `VrcxAvatar`; keys in that order). */
  writeForVrcx(slot: number, out: JsonWriter): void {
    const address = this.#address.get(slot)
    const chunk = this.#arena.chunk(address)
    const head = this.#arena.offset(address)
    const image = head + this.#headLength.get(slot)
    const dates = image + this.#imageLength.get(slot)
    const isUsual = (this.#flags.get(slot) & USUAL_IMAGE) !== 0
    out.bytes(chunk, head, image)
    const author = this.#author.get(slot)
    const authorBytes = this.#authors.chunk(author)
    const authorStart = this.#authors.start(author)
    const [, endOfAuthor] = endsOfAuthor(authorBytes, authorStart)
    out.bytes(authorBytes, authorStart, endOfAuthor).ascii(',"imageUrl":"')
    if (isUsual) out.bytes(IMAGE_PREFIX, 0, IMAGE_PREFIX.length)
    out.bytes(chunk, image, dates).ascii('","thumbnailImageUrl":"')
    if (isUsual) out.bytes(IMAGE_PREFIX, 0, IMAGE_PREFIX.length)
    out.bytes(chunk, image, dates)
    writeFragment(out, this.#tags, this.#tag.get(slot))
    const trait = this.#trait.get(slot)
    const traitBytes = this.#traits.chunk(trait)
    const traitEnd = this.#traits.start(trait) + this.#traits.length(trait)
    out.bytes(traitBytes, startOfPlatforms(traitBytes, traitEnd), traitEnd - ADDED_AT.length)
    const created = this.#created.get(slot)
    const createdAt = created === null ? VRCX_NO_DATE : new Date(created).toISOString()
    out.ascii(`,"created_at":"${createdAt}","updated_at":"`)
    if (this.#flags.get(slot) & HAS_UPDATED) out.bytes(chunk, dates + UPDATED_START, dates + UPDATED_END)
    else out.ascii(VRCX_NO_DATE)
    out.ascii('","releaseStatus":"public"}')
  }

  #endOfPlatforms(trait: number): number {
    const traits = this.#traits
    return endOfPlatforms(traits.chunk(trait), traits.start(trait) + traits.length(trait))
  }
}

function writeFragment(out: JsonWriter, pool: FragmentPool, id: number): void {
  const start = pool.start(id)
  out.bytes(pool.chunk(id), start, start + pool.length(id))
}
