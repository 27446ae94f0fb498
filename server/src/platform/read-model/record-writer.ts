import type { AvatarField, AvatarForm, SearchIndex } from '../../avatars/index.ts'
import type { JsonWriter } from '../../kernel/json-writer.ts'
import { UUID_BYTES } from '../../kernel/uuid-bytes.ts'
import type { ByteArena } from './byte-arena.ts'
import type { Column } from './column.ts'
import type { FragmentPool } from './fragment-pool.ts'
import { OWN_GROUP, partsOf, type RecordPart } from './record-form.ts'
import {
  FLAGS_AT,
  isOmitted,
  MOMENT_BYTES,
  momentAt,
  numberAt,
  pieceEnd,
  pieceStart,
  type RecordLayout,
  sharedAt,
  usualFlag,
} from './record-layout.ts'

/** Tells where the parts of records are, see `RecordStore`. */
export interface RecordPlaces {
  readonly fields: readonly AvatarField[]
  readonly layout: RecordLayout
  readonly arena: ByteArena
  readonly addresses: Column
  readonly pools: readonly FragmentPool[]
}

/** The values of avatars that the index has. */
export type IndexedValues = Pick<
  SearchIndex,
  'readId' | 'viewsOf' | 'likesOf' | 'addedAtMsOf' | 'updatedAtMsOf'
>

/** Appends a part of the record at `at` in `bytes`. */
type Step = (out: JsonWriter, slot: number, bytes: Buffer, at: number, values: IndexedValues) => void

const OPEN_BRACE = 0x7b

export class RecordWriter {
  readonly #places: RecordPlaces
  readonly #steps = new Map<AvatarForm, readonly Step[]>()

  constructor(places: RecordPlaces) {
    this.#places = places
  }

  write(form: AvatarForm, slot: number, values: IndexedValues, out: JsonWriter): void {
    const { arena, addresses } = this.#places
    const address = addresses.get(slot)
    const bytes = arena.chunk(address)
    const at = arena.offset(address)
    const start = out.length
    for (const step of this.#stepsOf(form)) step(out, slot, bytes, at, values)
    out.setByte(start, OPEN_BRACE).ascii('}')
  }

  #stepsOf(form: AvatarForm): readonly Step[] {
    const known = this.#steps.get(form)
    if (known !== undefined) return known
    const steps = partsOf(form, this.#places).map(part => this.#stepOf(part))
    this.#steps.set(form, steps)
    return steps
  }

  #stepOf(part: RecordPart): Step {
    switch (part.kind) {
      case 'pieces':
        return part.group === OWN_GROUP ? this.#ownPieces(part) : this.#sharedPieces(part)
      case 'own':
        return this.#ownPiece(part)
      case 'moment':
        return moment(part)
      case 'id':
        return id(part)
      case 'counter':
        return counter(part)
      case 'indexed moment':
        return indexedMoment(part)
      case 'text':
        return out => append(out, part.text)
    }
  }

  #sharedPieces({ group, ...pieces }: PartOf<'pieces'>): Step {
    const pool = this.#places.pools[group]!
    const place = sharedAt(group)
    return (out, _, bytes, at) => {
      const number = numberAt(bytes, at + place)
      appendPieces(out, pieces, pool.chunk(number), pool.start(number))
    }
  }

  #ownPieces(pieces: Consecutive): Step {
    const { layout } = this.#places
    return (out, _, bytes, at) => appendPieces(out, pieces, bytes, at + layout.ownAt)
  }

  #ownPiece({ piece, key, usual, usualEnd, end }: PartOf<'own'>): Step {
    const { layout } = this.#places
    const { uuidAt } = layout.own[piece]!
    return (out, _, bytes, at) => {
      const isUsual = (bytes.readUInt16LE(at + FLAGS_AT) & usualFlag(piece)) !== 0
      append(out, isUsual ? usual : key)
      if (isUsual && uuidAt !== null) out.uuid(bytes, at + uuidAt)
      const length = isUsual ? layout.usualLengthAt(bytes, at, piece) : layout.ownLengthAt(bytes, at, piece)
      if (isUsual && isOmitted(bytes, length)) append(out, usualEnd)
      else out.bytes(bytes, pieceStart(bytes, length), pieceEnd(bytes, length))
      append(out, end)
    }
  }
}

type PartOf<Kind extends RecordPart['kind']> = Extract<RecordPart, { kind: Kind }>
type Consecutive = Pick<PartOf<'pieces'>, 'from' | 'keys' | 'end'>

function counter({ field, key }: PartOf<'counter'>): Step {
  if (field === 'views') return (out, slot, _, __, values) => append(out, key).integer(values.viewsOf(slot))
  return (out, slot, _, __, values) => append(out, key).integer(values.likesOf(slot))
}

function id({ key, end }: PartOf<'id'>): Step {
  const uuid = Buffer.alloc(UUID_BYTES)
  return (out, slot, _, __, values) => {
    values.readId(slot, uuid)
    append(append(out, key).uuid(uuid, 0), end)
  }
}

function indexedMoment({ field, key, ifNull }: PartOf<'indexed moment'>): Step {
  if (field === 'addedAt')
    return (out, slot, _, __, values) => append(out, key).moment(values.addedAtMsOf(slot))
  return (out, slot, _, __, values) => {
    const ms = values.updatedAtMsOf(slot)
    if (ms === null) append(out, ifNull)
    else append(out, key).moment(ms)
  }
}

function moment({ moment, key, ifNull }: PartOf<'moment'>): Step {
  const place = momentAt(moment)
  return (out, _, bytes, at) => {
    const ms = bytes.readUIntLE(at + place, MOMENT_BYTES)
    if (ms === 0) append(out, ifNull)
    else append(out, key).moment(ms)
  }
}

/** Appends pieces of the group at `group`. */
function appendPieces(
  out: JsonWriter,
  { from, keys, end: last }: Consecutive,
  bytes: Buffer,
  group: number,
): void {
  let at = group
  let start = group
  let end = group
  for (let i = 0; i < from + keys.length; i++) {
    const next = pieceEnd(bytes, at)
    if (!isOmitted(bytes, at)) {
      start = pieceStart(bytes, at)
      end = next
    }
    if (i >= from) append(out, keys[i - from]!).bytes(bytes, start, end)
    at = next
  }
  append(out, last)
}

function append(out: JsonWriter, text: Buffer): JsonWriter {
  return out.bytes(text, 0, text.length)
}
