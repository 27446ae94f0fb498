import type { AvatarField, AvatarShape, SearchIndex } from '../../avatars/index.ts'
import type { BytesWithView } from '../../kernel/bytes-with-view.ts'
import type { JsonWriter } from '../../kernel/json-writer.ts'
import { UUID_BYTES } from '../../kernel/uuid-bytes.ts'
import type { ByteArena } from './byte-arena.ts'
import type { Column } from './column.ts'
import type { FragmentPool } from './fragment-pool.ts'
import {
  isOmitted,
  isWrittenAsUuid,
  MOMENT_BYTES,
  momentOffset,
  numberAt,
  pieceEnd,
  pieceStart,
  type RecordLayout,
  restOffset,
  sharedNumberOffset,
  uuidOffset,
} from './record-layout.ts'
import { OWN_GROUP, partsOf, type RecordPart, type RecordPiece } from './record-parts.ts'

/** The stored parts of records, see `RecordStore`. */
export interface RecordStorage {
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

/** Appends a part of the record at `at` in `memory`. */
type Step = (out: JsonWriter, slot: number, memory: BytesWithView, at: number, values: IndexedValues) => void

const OPEN_BRACE = 0x7b

export class RecordWriter {
  readonly #storage: RecordStorage
  readonly #steps = new Map<AvatarShape, readonly Step[]>()

  constructor(storage: RecordStorage) {
    this.#storage = storage
  }

  write(shape: AvatarShape, slot: number, values: IndexedValues, out: JsonWriter): void {
    const { arena, addresses } = this.#storage
    const address = addresses.get(slot)
    const memory = arena.memory(address)
    const at = arena.offset(address)
    const start = out.length
    for (const step of this.#stepsOf(shape)) step(out, slot, memory, at, values)
    // Every part begins with a comma: the brace replaces the first one.
    out.setByte(start, OPEN_BRACE).ascii('}')
  }

  #stepsOf(shape: AvatarShape): readonly Step[] {
    const cachedSteps = this.#steps.get(shape)
    if (cachedSteps !== undefined) return cachedSteps
    const steps = partsOf(shape, this.#storage).map(part => this.#stepOf(part))
    this.#steps.set(shape, steps)
    return steps
  }

  #stepOf(part: RecordPart): Step {
    switch (part.kind) {
      case 'pieces':
        return part.group === OWN_GROUP ? this.#ownPieces(part) : this.#sharedPieces(part)
      case 'moment':
        return momentStep(part)
      case 'id':
        return idStep(part)
      case 'counter':
        return counterStep(part)
      case 'indexed moment':
        return indexedMomentStep(part)
      case 'text':
        return out => append(out, part.text)
    }
  }

  #sharedPieces({ group, ...pieces }: PartOf<'pieces'>): Step {
    const pool = this.#storage.pools[group]!
    const offset = sharedNumberOffset(group)
    return (out, _, { bytes }, at) => {
      const number = numberAt(bytes, at + offset)
      appendPieces(out, pieces, pool.memory(number), pool.start(number))
    }
  }

  #ownPieces(pieces: ConsecutivePieces): Step {
    const { layout } = this.#storage
    return (out, _, memory, at) => appendPieces(out, pieces, memory, at + layout.ownOffset)
  }
}

type PartOf<Kind extends RecordPart['kind']> = Extract<RecordPart, { kind: Kind }>
type ConsecutivePieces = Pick<PartOf<'pieces'>, 'from' | 'pieces' | 'end'>

function counterStep({ field, key }: PartOf<'counter'>): Step {
  if (field === 'views') return (out, slot, _, __, values) => append(out, key).integer(values.viewsOf(slot))
  return (out, slot, _, __, values) => append(out, key).integer(values.likesOf(slot))
}

function idStep({ key, end }: PartOf<'id'>): Step {
  const uuid = Buffer.alloc(UUID_BYTES)
  return (out, slot, _, __, values) => {
    values.readId(slot, uuid)
    append(append(out, key).uuid(uuid, 0), end)
  }
}

function indexedMomentStep({ field, key, ifNull }: PartOf<'indexed moment'>): Step {
  if (field === 'addedAt')
    return (out, slot, _, __, values) => append(out, key).moment(values.addedAtMsOf(slot))
  return (out, slot, _, __, values) => {
    const ms = values.updatedAtMsOf(slot)
    if (ms === null) append(out, ifNull)
    else append(out, key).moment(ms)
  }
}

function momentStep({ moment, key, ifNull }: PartOf<'moment'>): Step {
  const offset = momentOffset(moment)
  return (out, _, { bytes }, at) => {
    const ms = bytes.readUIntLE(at + offset, MOMENT_BYTES)
    if (ms === 0) append(out, ifNull)
    else append(out, key).moment(ms)
  }
}

/** @param group the offset of the group in `memory`. */
function appendPieces(
  out: JsonWriter,
  { from, pieces, end }: ConsecutivePieces,
  memory: BytesWithView,
  group: number,
): void {
  const { bytes } = memory
  let at = group
  let pieceAt = group
  for (let i = 0; i < from + pieces.length; i++) {
    const isStored = !isOmitted(bytes, at)
    if (isStored) pieceAt = at
    if (i >= from) {
      const piece = pieces[i - from]!
      append(out, piece.key)
      if (isStored || piece.blank === null) appendPiece(out, piece, memory, pieceAt)
      else append(out, piece.blank)
    }
    at = pieceEnd(bytes, at)
  }
  append(out, end)
}

/** Appends the piece whose length is at `at`. */
function appendPiece(out: JsonWriter, { uuidText }: RecordPiece, memory: BytesWithView, at: number): void {
  const { bytes } = memory
  if (!isWrittenAsUuid(bytes, at)) {
    out.bytes(memory, pieceStart(bytes, at), pieceEnd(bytes, at))
    return
  }
  append(out, uuidText.prefix).uuid(bytes, uuidOffset(at))
  const rest = restOffset(at)
  if (isOmitted(bytes, rest)) append(out, uuidText.suffix)
  else out.bytes(memory, pieceStart(bytes, rest), pieceEnd(bytes, rest))
}

function append(out: JsonWriter, text: BytesWithView): JsonWriter {
  return out.bytes(text, 0, text.bytes.length)
}
