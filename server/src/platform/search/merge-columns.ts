import { hasBit, wordsFor } from './bitset.ts'
import { Dictionary } from './dictionary.ts'
import { buildIdTable } from './id-table.ts'
import { mergeDictionaries } from './merge-dictionaries.ts'
import { copyBits, type DocumentNumbers } from './merge-documents.ts'
import { DROPPED } from './merge-keys.ts'
import { mergeNames } from './merge-names.ts'
import type { FreeArrays } from './movable-run.ts'
import type { RunColumns } from './run.ts'
import { scoreOf } from './score.ts'
import { type BaseSections, NOBODY } from './sections.ts'
import {
  type Counts,
  columnLike,
  MAX_UINT32,
  type NumberArray,
  sharedFloat64,
  sharedUint32,
} from './shared.ts'
import { byHighest } from './sort-documents.ts'

type Authors = Pick<BaseSections['dictionaries'], 'authorIds' | 'authorNames'>
type MergedColumn = 'slots' | 'addedAt' | 'updatedAt' | 'ids' | 'performance'

export interface ColumnsInput {
  runs: readonly RunColumns[]
  numbers: DocumentNumbers
}

export type MergedColumns = ReturnType<typeof mergeColumns>

/** Merges the columns, names and authors of runs, and sorts the documents: all that needs neither words nor tags. */
export function mergeColumns(runs: readonly RunColumns[], numbers: DocumentNumbers, freeArrays: FreeArrays) {
  const { docs } = numbers
  const column = <Name extends MergedColumn>(name: Name, width?: number) => {
    const columns = runs.map(run => run[name])
    const mergedColumn = mergeColumn(columns, numbers, width)
    freeArrays(columns)
    return mergedColumn
  }
  const counts = (name: 'views' | 'likes') => {
    const columns = runs.map(run => run[name])
    const mergedCounts = mergeCounts(columns, numbers)
    freeArrays(columns)
    return mergedCounts
  }
  const dictionary = (name: keyof Authors) => {
    const dictionaries = runs.map(run => run[name])
    const { dictionary: mergedDictionary } = mergeDictionaries(dictionaries, numbers)
    freeArrays(dictionaries.flatMap(parts => Object.values(parts)))
    return mergedDictionary
  }
  const names = mergeNames(runs, numbers)
  freeArrays(runs.flatMap(({ nameBytes, nameOffsets, nameKeys }) => [nameBytes, nameOffsets, nameKeys]))
  const ids = column('ids', 4)
  const mergedColumns = {
    slots: column('slots'),
    addedAt: column('addedAt'),
    updatedAt: column('updatedAt'),
    ids,
    idTable: buildIdTable(ids, docs),
    platforms: mergePlatforms(runs, numbers),
    performance: column('performance'),
    listed: mergeBits(runs, 'listed', numbers),
    views: counts('views'),
    likes: counts('likes'),
    ...names,
    described: mergeBits(runs, 'described', numbers),
    authorIds: dictionary('authorIds'),
    authorNames: dictionary('authorNames'),
  }
  return {
    ...mergedColumns,
    popularOrder: byHighest(mergedColumns.views, mergedColumns.likes),
    scoreOrder: byHighest(scoresOf(mergedColumns)),
    updatedOrder: byHighest(mergedColumns.updatedAt),
    creatorOf: creatorsOf(mergedColumns, docs),
  }
}

function scoresOf({ views, addedAt }: { views: Counts; addedAt: Float64Array }): Float64Array {
  return addedAt.map((addedAtMs, doc) => scoreOf(views[doc]!, addedAtMs))
}

function mergeColumn<A extends Uint16Array | Uint32Array | Float64Array>(
  columns: readonly A[],
  numbers: DocumentNumbers,
  width = 1,
): A {
  const out = columnLike(columns[0]!, numbers.docs * width)
  copyColumns(columns, numbers, width, out)
  return out
}

function mergeCounts(columns: readonly Counts[], numbers: DocumentNumbers): Counts {
  const isNarrow = columns.every(column => column.every(count => count <= MAX_UINT32))
  const out = isNarrow ? sharedUint32(numbers.docs) : sharedFloat64(numbers.docs)
  copyColumns(columns, numbers, 1, out)
  return out
}

function copyColumns(
  columns: readonly NumberArray[],
  { maps }: DocumentNumbers,
  width: number,
  out: NumberArray,
): void {
  for (const [run, from] of columns.entries()) {
    const map = maps[run]!
    for (let doc = 0; doc < map.length; doc++) {
      if (map[doc] === DROPPED) continue
      for (let i = 0; i < width; i++) out[map[doc]! * width + i] = from[doc * width + i]!
    }
  }
}

function mergeBits(
  runs: readonly RunColumns[],
  name: 'listed' | 'described',
  { docs, maps }: DocumentNumbers,
): Uint32Array {
  const out = sharedUint32(wordsFor(docs))
  for (const [run, { [name]: from }] of runs.entries()) copyBits(from, maps[run]!, out)
  return out
}

function mergePlatforms(runs: readonly RunColumns[], { docs, maps }: DocumentNumbers): Uint32Array {
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

function creatorsOf({ authorIds, authorNames }: Authors, docs: number): Uint32Array {
  const creators = sharedUint32(docs).fill(NOBODY)
  const ids = new Dictionary(authorIds, docs)
  const names = new Dictionary(authorNames, docs)
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

function eachDoc(dictionary: Dictionary, docs: number, visit: (key: number, doc: number) => void): void {
  const list = new Uint32Array(docs)
  for (let key = 0; key < dictionary.size; key++) {
    const bits = dictionary.denseBits(key)
    const n = bits === null ? dictionary.postings.read(key, list) : 0
    for (let i = 0; i < n; i++) visit(key, list[i]!)
    if (bits !== null) for (let doc = 0; doc < docs; doc++) if (hasBit(bits, doc)) visit(key, doc)
  }
}
