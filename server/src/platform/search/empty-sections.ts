import { type BaseSections, FORMAT_VERSION } from './sections.ts'
import { sharedBytes, sharedFloat64, sharedUint32 } from './shared.ts'

/** The base of an empty index. */
export function emptySections(): BaseSections {
  const field = {
    bytes: sharedBytes(0),
    offsets: sharedUint32(1),
    postings: sharedBytes(0),
    postingOffsets: sharedUint32(1),
    denseKeys: sharedUint32(0),
    denseCounts: sharedUint32(0),
    denseBits: sharedUint32(0),
  }
  const none = sharedUint32(0)
  return {
    meta: Uint32Array.of(FORMAT_VERSION, 0),
    slots: none,
    addedAt: sharedFloat64(0),
    ids: none,
    idTable: sharedUint32(1),
    platforms: none,
    listed: none,
    views: sharedFloat64(0),
    likes: sharedFloat64(0),
    popularOrder: none,
    nameBytes: sharedBytes(0),
    nameOffsets: sharedUint32(1),
    nameOf: none,
    nameOrder: none,
    forward: sharedBytes(0),
    forwardOffsets: sharedUint32(1),
    described: none,
    wordOfCode: none,
    pairPostings: sharedBytes(0),
    pairOffsets: sharedUint32(1),
    extraWords: none,
    creatorOf: none,
    fields: { words: field, tags: field, authorIds: field, authorNames: field },
  }
}
