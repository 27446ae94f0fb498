import type { AvatarForm } from '../../avatars/index.ts'
import type { JsonWriter } from '../../kernel/json-writer.ts'
import type { ByteArena } from './byte-arena.ts'
import type { Column } from './column.ts'
import type { FragmentPool } from './fragment-pool.ts'
import { OWN_GROUP, partsOf, type RecordPart } from './record-form.ts'
import {
  FLAGS_AT,
  momentAt,
  pieceEnd,
  pieceStart,
  type RecordLayout,
  sharedAt,
  usualFlag,
} from './record-layout.ts'

/** Tells where the parts of records are, see `RecordStore`. */
export interface RecordPlaces {
  readonly layout: RecordLayout
  readonly arena: ByteArena
  readonly addresses: Column
  readonly pools: readonly FragmentPool[]
}

/** The current counters of the avatars. */
export interface SlotCounters {
  viewsOf(slot: number): number
  likesOf(slot: number): number
}

/** Appends a part of the record at `at` in `bytes`. */
type Step = (out: JsonWriter, slot: number, bytes: Buffer, at: number, counters: SlotCounters) => void

const OPEN_BRACE = 0x7b

export class RecordWriter {
  readonly #places: RecordPlaces
  readonly #steps = new Map<AvatarForm, readonly Step[]>()

  constructor(places: RecordPlaces) {
    this.#places = places
  }

  write(form: AvatarForm, slot: number, counters: SlotCounters, out: JsonWriter): void {
    const { arena, addresses } = this.#places
    const address = addresses.get(slot)
    const bytes = arena.chunk(address)
    const at = arena.offset(address)
    const start = out.length
    for (const step of this.#stepsOf(form)) step(out, slot, bytes, at, counters)
    out.setByte(start, OPEN_BRACE).ascii('}')
  }

  #stepsOf(form: AvatarForm): readonly Step[] {
    const known = this.#steps.get(form)
    if (known !== undefined) return known
    const steps = partsOf(form, this.#places.layout).map(part => this.#stepOf(part))
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
      case 'counter':
        return counter(part)
      case 'text':
        return out => append(out, part.text)
    }
  }

  #sharedPieces({ group, from, keys }: PartOf<'pieces'>): Step {
    const pool = this.#places.pools[group]!
    const place = sharedAt(group)
    return (out, _, bytes, at) => {
      const number = bytes.readUInt32LE(at + place)
      const shared = pool.chunk(number)
      appendPieces(out, keys, shared, pool.start(number), from)
    }
  }

  #ownPieces({ from, keys }: PartOf<'pieces'>): Step {
    const { layout } = this.#places
    return (out, _, bytes, at) => appendPieces(out, keys, bytes, at + layout.ownAt, from)
  }

  #ownPiece({ piece, key, usual }: PartOf<'own'>): Step {
    const { layout } = this.#places
    const { uuidAt } = layout.own[piece]!
    return (out, _, bytes, at) => {
      const isUsual = (bytes.readUInt32LE(at + FLAGS_AT) & usualFlag(piece)) !== 0
      append(out, isUsual ? usual : key)
      if (isUsual && uuidAt !== null) out.uuid(bytes, at + uuidAt)
      const length = layout.ownLengthAt(bytes, at, piece)
      out.bytes(bytes, pieceStart(bytes, length), pieceEnd(bytes, length))
    }
  }
}

type PartOf<Kind extends RecordPart['kind']> = Extract<RecordPart, { kind: Kind }>

function counter({ field, key }: PartOf<'counter'>): Step {
  if (field === 'views')
    return (out, slot, _, __, counters) => append(out, key).integer(counters.viewsOf(slot))
  return (out, slot, _, __, counters) => append(out, key).integer(counters.likesOf(slot))
}

function moment({ moment, key, ifNull }: PartOf<'moment'>): Step {
  const place = momentAt(moment)
  return (out, _, bytes, at) => {
    const ms = bytes.readDoubleLE(at + place)
    if (Number.isNaN(ms)) append(out, ifNull)
    else append(out, key).moment(ms)
  }
}

/** Appends the pieces from index `from` on of the group at `group`. */
function appendPieces(
  out: JsonWriter,
  keys: readonly Buffer[],
  bytes: Buffer,
  group: number,
  from: number,
): void {
  let at = group
  let start = group
  let end = group
  for (let i = 0; i < from + keys.length; i++) {
    const next = pieceEnd(bytes, at)
    if (bytes[at] !== 0) {
      start = pieceStart(bytes, at)
      end = next
    }
    if (i >= from) append(out, keys[i - from]!).bytes(bytes, start, end)
    at = next
  }
}

function append(out: JsonWriter, text: Buffer): JsonWriter {
  return out.bytes(text, 0, text.length)
}
