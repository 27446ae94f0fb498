import { type DocMaps, DROPPED, mergeKeys } from './merge-field.ts'
import type { BaseSections } from './sections.ts'
import { sharedUint32 } from './shared.ts'
import type { TailParts } from './tail-parts.ts'

/** Merges the sort keys of names and sorts the documents by them. */
export function mergeNames(
  maps: DocMaps,
  base: BaseSections,
  tail: TailParts,
): Pick<BaseSections, 'nameBytes' | 'nameOffsets' | 'nameKeys' | 'nameOrder'> {
  const isUsed = {
    base: new Uint8Array(base.nameOffsets.length - 1),
    tail: new Uint8Array(tail.names.offsets.length - 1),
  }
  for (let doc = 0; doc < maps.base.length; doc++)
    if (maps.base[doc] !== DROPPED) isUsed.base[base.nameKeys[doc]!] = 1
  for (const doc of maps.tailDocs) isUsed.tail[tail.names.keys[doc]!] = 1
  const { bytes, offsets, keys } = mergeKeys(
    { bytes: base.nameBytes, offsets: base.nameOffsets },
    tail.names,
    isUsed,
  )
  const nameKeys = sharedUint32(maps.docs)
  for (let doc = 0; doc < maps.base.length; doc++) {
    if (maps.base[doc] !== DROPPED) nameKeys[maps.base[doc]!] = keys.base[base.nameKeys[doc]!]!
  }
  for (const doc of maps.tailDocs) nameKeys[maps.tail[doc]!] = keys.tail[tail.names.keys[doc]!]!
  return { nameBytes: bytes, nameOffsets: offsets, nameKeys, nameOrder: nameOrder(nameKeys, offsets) }
}

/** Counting sort: newest first among equal names; the empty name, which is the first key, comes last. */
function nameOrder(nameKeys: Uint32Array, offsets: Uint32Array): Uint32Array {
  const names = offsets.length - 1
  const hasEmpty = names > 0 && offsets[1] === 0
  const rank = (name: number): number => (hasEmpty ? (name === 0 ? names - 1 : name - 1) : name)
  const next = new Uint32Array(names + 1)
  for (const name of nameKeys) next[rank(name) + 1]!++
  for (let i = 1; i <= names; i++) next[i]! += next[i - 1]!
  const order = sharedUint32(nameKeys.length)
  for (let doc = nameKeys.length - 1; doc >= 0; doc--) order[next[rank(nameKeys[doc]!)]!++] = doc
  return order
}
