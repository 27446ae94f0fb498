import { bitsetLength, hasBit } from './bitset.ts'
import { Dictionary } from './dictionary.ts'
import { buildIdTable } from './id-table.ts'
import { authorIdKeyBytes, keyBytes } from './key-bytes.ts'
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

type AuthorDictionaries = Pick<BaseSections['dictionaries'], 'authorIds' | 'authorNames'>
type MergedColumn = 'slots' | 'addedAt' | 'updatedAt' | 'ids' | 'performance'

export interface ColumnsInput {
  runs: readonly RunColumns[]
  numbers: DocumentNumbers
}

export type MergedColumns = ReturnType<typeof mergeColumns>

/** Merges the columns, names and authors of runs, and sorts the documents: all that needs neither words nor tags. */
export function mergeColumns(runs: readonly RunColumns[], numbers: DocumentNumbers, freeArrays: FreeArrays) {
  const { docCount } = numbers
  const mergeAndFree = <Name extends MergedColumn>(name: Name, width?: number) => {
    const columns = runs.map(run => run[name])
    const mergedColumn = mergeColumn(columns, numbers, width)
    freeArrays(columns)
    return mergedColumn
  }
  const mergeCountsAndFree = (name: 'views' | 'likes') => {
    const columns = runs.map(run => run[name])
    const mergedCounts = mergeCounts(columns, numbers)
    freeArrays(columns)
    return mergedCounts
  }
  const mergeDictionaryAndFree = (name: keyof AuthorDictionaries) => {
    const dictionaries = runs.map(run => run[name])
    const { dictionary: mergedDictionary } = mergeDictionaries(dictionaries, numbers)
    freeArrays(dictionaries.flatMap(parts => Object.values(parts)))
    return mergedDictionary
  }
  const names = mergeNames(runs, numbers)
  freeArrays(runs.flatMap(({ nameBytes, nameOffsets, nameKeys }) => [nameBytes, nameOffsets, nameKeys]))
  const ids = mergeAndFree('ids', 4)
  const mergedColumns = {
    slots: mergeAndFree('slots'),
    addedAt: mergeAndFree('addedAt'),
    updatedAt: mergeAndFree('updatedAt'),
    ids,
    idTable: buildIdTable(ids, docCount),
    platforms: mergePlatforms(runs, numbers),
    performance: mergeAndFree('performance'),
    listed: mergeBits(runs, 'listed', numbers),
    views: mergeCountsAndFree('views'),
    likes: mergeCountsAndFree('likes'),
    ...names,
    described: mergeBits(runs, 'described', numbers),
    authorIds: mergeDictionaryAndFree('authorIds'),
    authorNames: mergeDictionaryAndFree('authorNames'),
  }
  return {
    ...mergedColumns,
    popularOrder: byHighest(mergedColumns.views, mergedColumns.likes),
    scoreOrder: byHighest(scoresOf(mergedColumns)),
    updatedOrder: byHighest(mergedColumns.updatedAt),
    creatorOf: authorsOf(mergedColumns, docCount),
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
  const out = columnLike(columns[0]!, numbers.docCount * width)
  copyColumns(columns, numbers, width, out)
  return out
}

function mergeCounts(columns: readonly Counts[], numbers: DocumentNumbers): Counts {
  const isNarrow = columns.every(column => column.every(count => count <= MAX_UINT32))
  const out = isNarrow ? sharedUint32(numbers.docCount) : sharedFloat64(numbers.docCount)
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
  { docCount, maps }: DocumentNumbers,
): Uint32Array {
  const out = sharedUint32(bitsetLength(docCount))
  for (const [run, { [name]: from }] of runs.entries()) copyBits(from, maps[run]!, out)
  return out
}

function mergePlatforms(runs: readonly RunColumns[], { docCount, maps }: DocumentNumbers): Uint32Array {
  const length = bitsetLength(docCount)
  const out = sharedUint32(length * 3)
  for (const [run, { platforms }] of runs.entries()) {
    const runLength = platforms.length / 3
    for (let i = 0; i < 3; i++) {
      const from = platforms.subarray(i * runLength, (i + 1) * runLength)
      copyBits(from, maps[run]!, out.subarray(i * length, (i + 1) * length))
    }
  }
  return out
}

function authorsOf({ authorIds, authorNames }: AuthorDictionaries, docCount: number): Uint32Array {
  const authors = sharedUint32(docCount).fill(NOBODY)
  const ids = new Dictionary(authorIds, docCount)
  const names = new Dictionary(authorNames, docCount)
  const keyOfNoId = ids.find(authorIdKeyBytes(''))
  const keyOfNoName = names.find(keyBytes(''))
  eachDoc(names, docCount, (name, doc) => {
    if (name !== keyOfNoName) authors[doc] = ids.size + name
  })
  eachDoc(ids, docCount, (id, doc) => {
    if (id !== keyOfNoId) authors[doc] = id
  })
  return authors
}

function eachDoc(dictionary: Dictionary, docCount: number, visit: (key: number, doc: number) => void): void {
  const list = new Uint32Array(docCount)
  for (let key = 0; key < dictionary.size; key++) {
    const bits = dictionary.denseBits(key)
    const n = bits === null ? dictionary.postings.read(key, list) : 0
    for (let i = 0; i < n; i++) visit(key, list[i]!)
    if (bits !== null) for (let doc = 0; doc < docCount; doc++) if (hasBit(bits, doc)) visit(key, doc)
  }
}
