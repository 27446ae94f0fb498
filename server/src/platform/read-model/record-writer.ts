import type { AvatarForm, FieldName } from '../../avatars/index.ts'
import type { JsonWriter } from '../../kernel/json-writer.ts'
import type { ByteArena } from './byte-arena.ts'
import type { Column } from './column.ts'
import type { FragmentPool } from './fragment-pool.ts'
import { OWN_GROUP, partsOf, type RecordPart } from './record-form.ts'
import { FLAGS_AT, momentAt, pieceAt, type RecordLayout, sharedAt, usualFlag } from './record-layout.ts'

/** The places of records, see `RecordStore`. */
export interface RecordPlaces {
  readonly layout: RecordLayout
  readonly arena: ByteArena
  readonly addresses: Column
  readonly pools: readonly FragmentPool[]
  readonly counters: ReadonlyMap<FieldName, Column<Float64Array>>
}

/** Appends a part of the record at `at` in `bytes`. */
type Step = (out: JsonWriter, slot: number, bytes: Buffer, at: number) => void

const OPEN_BRACE = 0x7b

export class RecordWriter {
  readonly #places: RecordPlaces
  readonly #steps = new Map<AvatarForm, readonly Step[]>()

  constructor(places: RecordPlaces) {
    this.#places = places
  }

  write(form: AvatarForm, slot: number, out: JsonWriter): void {
    const { arena, addresses } = this.#places
    const address = addresses.get(slot)
    const bytes = arena.chunk(address)
    const at = arena.offset(address)
    const start = out.length
    for (const step of this.#stepsOf(form)) step(out, slot, bytes, at)
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
      case 'counter': {
        const column = this.#places.counters.get(part.field)!
        return (out, slot) => append(out, part.key).integer(column.get(slot))
      }
      case 'text':
        return out => append(out, part.text)
    }
  }

  #sharedPieces({ group, from, to }: PartOf<'pieces'>): Step {
    const { layout, pools } = this.#places
    const pool = pools[group]!
    const count = layout.shared[group]!.length
    const place = sharedAt(group)
    return (out, _, bytes, at) => {
      const number = bytes.readUInt32LE(at + place)
      const shared = pool.chunk(number)
      const start = pool.start(number)
      out.bytes(shared, pieceAt(shared, start, count, from), pieceAt(shared, start, count, to))
    }
  }

  #ownPieces({ from, to }: PartOf<'pieces'>): Step {
    const { layout } = this.#places
    return (out, _, bytes, at) =>
      out.bytes(bytes, layout.ownPieceAt(bytes, at, from), layout.ownPieceAt(bytes, at, to))
  }

  #ownPiece({ piece, key, usual }: PartOf<'own'>): Step {
    const { layout } = this.#places
    const { key: ownKey, uuidAt } = layout.own[piece]!
    return (out, _, bytes, at) => {
      const start = layout.ownPieceAt(bytes, at, piece)
      const end = layout.ownPieceAt(bytes, at, piece + 1)
      if (bytes.readUInt32LE(at + FLAGS_AT) & usualFlag(piece)) {
        append(out, usual)
        if (uuidAt !== null) out.uuid(bytes, at + uuidAt)
        out.bytes(bytes, start, end)
      } else append(out, key).bytes(bytes, start + ownKey.length, end)
    }
  }
}

type PartOf<Kind extends RecordPart['kind']> = Extract<RecordPart, { kind: Kind }>

function moment({ moment, key, ifNull }: PartOf<'moment'>): Step {
  const place = momentAt(moment)
  return (out, _, bytes, at) => {
    const ms = bytes.readDoubleLE(at + place)
    if (Number.isNaN(ms)) append(out, ifNull)
    else append(out, key).moment(ms)
  }
}

function append(out: JsonWriter, text: Buffer): JsonWriter {
  return out.bytes(text, 0, text.length)
}
