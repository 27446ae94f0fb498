import type { DocumentNumbers } from './merge-documents.ts'
import { DROPPED, mergeKeys } from './merge-keys.ts'
import type { RunColumns } from './run.ts'
import type { BaseSections } from './sections.ts'
import { byteVec, sharedUint32, uint32Vec } from './shared.ts'

/** Merges the sort keys of names, drops keys without documents, and sorts the documents by name. */
export function mergeNames(
  runs: readonly RunColumns[],
  { docCount, maps }: DocumentNumbers,
): Pick<BaseSections, 'nameBytes' | 'nameOffsets' | 'nameKeys' | 'nameOrder'> {
  const isUsedByRun = runs.map(({ nameKeys, nameOffsets }, run) => {
    const isKeyUsed = new Uint8Array(nameOffsets.length - 1)
    for (let doc = 0; doc < nameKeys.length; doc++)
      if (maps[run]![doc] !== DROPPED) isKeyUsed[nameKeys[doc]!] = 1
    return isKeyUsed
  })
  const dictionaries = runs.map(({ nameBytes, nameOffsets }) => ({ bytes: nameBytes, offsets: nameOffsets }))
  const out = byteVec(runs.reduce((sum, { nameBytes }) => sum + nameBytes.length, 64))
  const offsets = uint32Vec()
  offsets.push(0)
  const newKeys = mergeKeys(dictionaries, ({ count, runs: holders, places }) => {
    let i = 0
    while (i < count && isUsedByRun[holders[i]!]![places[i]!] === 0) i++
    if (i === count) return DROPPED
    const { bytes, offsets: from } = dictionaries[holders[i]!]!
    out.append(bytes.subarray(from[places[i]!]!, from[places[i]! + 1]!))
    offsets.push(out.length)
    return offsets.length - 2
  })
  const nameKeys = sharedUint32(docCount)
  for (const [run, { nameKeys: oldNameKeys }] of runs.entries())
    for (let doc = 0; doc < oldNameKeys.length; doc++)
      if (maps[run]![doc] !== DROPPED) nameKeys[maps[run]![doc]!] = newKeys[run]![oldNameKeys[doc]!]!
  const sortedOffsets = offsets.trimmed()
  return {
    nameBytes: out.trimmed(),
    nameOffsets: sortedOffsets,
    nameKeys,
    nameOrder: nameOrder(nameKeys, sortedOffsets),
  }
}

/** Counting sort: newest first among equal names. The empty name is the first key but comes last. */
function nameOrder(nameKeys: Uint32Array, offsets: Uint32Array): Uint32Array {
  const nameCount = offsets.length - 1
  const hasEmpty = nameCount > 0 && offsets[1] === 0
  const rank = (name: number): number => (hasEmpty ? (name === 0 ? nameCount - 1 : name - 1) : name)
  const next = new Uint32Array(nameCount + 1)
  for (const name of nameKeys) next[rank(name) + 1]!++
  for (let i = 1; i <= nameCount; i++) next[i]! += next[i - 1]!
  const order = sharedUint32(nameKeys.length)
  for (let doc = nameKeys.length - 1; doc >= 0; doc--) order[next[rank(nameKeys[doc]!)]!++] = doc
  return order
}
