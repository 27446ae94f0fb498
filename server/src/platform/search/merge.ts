import { hasBit, setBit, wordsFor } from './bitset.ts'
import { Field } from './field.ts'
import { buildFieldWords } from './field-words.ts'
import { buildIdTable } from './id-table.ts'
import { type DocumentNumbers, numberDocuments } from './merge-documents.ts'
import { mergeField } from './merge-field.ts'
import { mergeForward } from './merge-forward.ts'
import { DROPPED } from './merge-keys.ts'
import { mergeNames } from './merge-names.ts'
import { buildPairs } from './pairs.ts'
import { type Run, type RunSections, runOf } from './run.ts'
import { scoreOf } from './score.ts'
import { type BaseSections, FORMAT_VERSION, NOBODY } from './sections.ts'
import { columnLike, sharedUint32 } from './shared.ts'
import { byHighest } from './sort-documents.ts'
import type { TailParts } from './tail-documents.ts'

/** A base at the start of a merge, with the columns that have changed since it was built. */
export interface MergeBase {
  sections: BaseSections
  listed: Uint32Array
  views: Float64Array
  likes: Float64Array
  replaced: Uint32Array
}

/** Merges base and tails into a new base, without replaced documents. */
export function mergeTails(
  { sections, replaced, ...columns }: MergeBase,
  tails: readonly TailParts[],
): BaseSections {
  return mergeRuns([{ sections: { ...sections, ...columns }, replaced }, ...tails.map(runOf)])
}

/**
 * Merges runs into a base, without replaced documents.
 * @param free receives arrays of merged runs that are not read again.
 */
export function mergeRuns(
  inputs: readonly Run[],
  free: (arrays: readonly ArrayBufferView[]) => void = () => {},
): BaseSections {
  const runs = inputs.map(({ sections }) => sections)
  const numbers = numberDocuments(inputs)
  const { docs } = numbers
  const field = (name: keyof BaseSections['fields']) => {
    const fields = runs.map(({ fields }) => fields[name])
    const merged = mergeField(fields, numbers)
    free(fields.flatMap(parts => Object.values(parts)))
    return merged
  }
  const column = <Name extends ColumnName>(name: Name, width?: number) => {
    const columns = runs.map(run => run[name])
    const merged = mergeColumn(columns, numbers, width)
    free(columns)
    return merged
  }
  const freeing = <Merged>(names: readonly FreedName[], merged: Merged): Merged => {
    free(runs.flatMap(run => names.map(name => run[name])))
    return merged
  }
  const words = field('words')
  const tags = field('tags')
  const ids = column('ids', 4)
  const merged = {
    meta: Uint32Array.of(FORMAT_VERSION, docs),
    slots: column('slots'),
    addedAt: column('addedAt'),
    updatedAt: column('updatedAt'),
    ids,
    idTable: buildIdTable(ids, docs),
    platforms: mergePlatforms(runs, numbers),
    performance: column('performance'),
    listed: mergeBits(runs, 'listed', numbers),
    views: column('views'),
    likes: column('likes'),
    ...freeing(['nameBytes', 'nameOffsets', 'nameKeys'], mergeNames(runs, numbers)),
    ...freeing(['forward', 'forwardOffsets'], mergeForward(runs, numbers, words, tags.keys)),
    described: mergeBits(runs, 'described', numbers),
    extraWords: mergeExtraWords(runs, words),
    fields: {
      words: words.field,
      tags: tags.field,
      authorIds: field('authorIds').field,
      authorNames: field('authorNames').field,
    },
  }
  return {
    ...merged,
    popularOrder: byHighest(merged.views, merged.likes),
    scoreOrder: byHighest(merged.views.map((count, doc) => scoreOf(count, merged.addedAt[doc]!))),
    updatedOrder: byHighest(merged.updatedAt),
    creatorOf: creatorsOf(merged.fields, docs),
    ...buildPairs(merged),
    ...buildFieldWords(merged),
  }
}

type FreedName = 'nameBytes' | 'nameOffsets' | 'nameKeys' | 'forward' | 'forwardOffsets'
type ColumnName = 'slots' | 'addedAt' | 'updatedAt' | 'ids' | 'performance' | 'views' | 'likes'

function mergeColumn<A extends Uint16Array | Uint32Array | Float64Array>(
  columns: readonly A[],
  { docs, maps }: DocumentNumbers,
  width = 1,
): A {
  const out = columnLike(columns[0]!, docs * width)
  for (const [run, from] of columns.entries()) {
    const map = maps[run]!
    for (let doc = 0; doc < map.length; doc++) {
      if (map[doc] === DROPPED) continue
      for (let i = 0; i < width; i++) out[map[doc]! * width + i] = from[doc * width + i]!
    }
  }
  return out
}

function mergeBits(
  runs: readonly RunSections[],
  name: 'listed' | 'described',
  { docs, maps }: DocumentNumbers,
): Uint32Array {
  const out = sharedUint32(wordsFor(docs))
  for (const [run, { [name]: from }] of runs.entries()) copyBits(from, maps[run]!, out)
  return out
}

function mergePlatforms(runs: readonly RunSections[], { docs, maps }: DocumentNumbers): Uint32Array {
  const words = wordsFor(docs)
  const out = sharedUint32(words * 3)
  for (const [run, { platforms }] of runs.entries()) {
    const runWords = platforms.length / 3
    for (let i = 0; i < 3; i++) {
      const from = platforms.subarray(i * runWords, (i + 1) * runWords)
      copyBits(from, maps[run]!, out.subarray(i * words, (i + 1) * words))
    }
  }
  return out
}

function mergeExtraWords(
  runs: readonly RunSections[],
  { field, keys }: Pick<ReturnType<typeof mergeField>, 'field' | 'keys'>,
): Uint32Array {
  const out = sharedUint32(wordsFor(field.offsets.length - 1))
  for (const [run, { extraWords }] of runs.entries()) copyBits(extraWords, keys[run]!, out)
  return out
}

/** Copies the bits of `from` to their new places. */
function copyBits(from: Uint32Array, map: Uint32Array, out: Uint32Array): void {
  for (let i = 0; i < map.length; i++) if (map[i] !== DROPPED && hasBit(from, i)) setBit(out, map[i]!)
}

function creatorsOf({ authorIds, authorNames }: BaseSections['fields'], docs: number): Uint32Array {
  const creators = sharedUint32(docs).fill(NOBODY)
  const ids = new Field(authorIds, docs)
  const names = new Field(authorNames, docs)
  const noId = ids.find(Uint8Array.of(1))
  const noName = names.find(new Uint8Array(0))
  eachDoc(names, docs, (name, doc) => {
    if (name !== noName) creators[doc] = ids.size + name
  })
  eachDoc(ids, docs, (id, doc) => {
    if (id !== noId) creators[doc] = id
  })
  return creators
}

function eachDoc(field: Field, docs: number, visit: (key: number, doc: number) => void): void {
  const list = new Uint32Array(docs)
  for (let key = 0; key < field.size; key++) {
    const bits = field.denseBits(key)
    const n = bits === null ? field.read(key, list) : 0
    for (let i = 0; i < n; i++) visit(key, list[i]!)
    if (bits !== null) for (let doc = 0; doc < docs; doc++) if (hasBit(bits, doc)) visit(key, doc)
  }
}
