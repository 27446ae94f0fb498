import { setImmediate as nextTurn } from 'node:timers/promises'
import type { IndexDocument } from '../../src/avatars/search-port.ts'
import type { SnapshotArray } from '../../src/platform/read-model/snapshot-format.ts'
import type { LiveIndex } from '../../src/platform/search/segmented-index.ts'
import { createReferenceIndex } from './search/reference-index.ts'

/** The reference index with captures: its only section contains the documents as JSON. */
export function createSnapshotIndex(documents: readonly IndexDocument[] = []): LiveIndex {
  const index = createReferenceIndex()
  const held: IndexDocument[] = []
  const put = (slot: number, document: IndexDocument) => {
    held[slot] = document
    index.put(slot, document)
  }
  for (const [slot, document] of documents.entries()) put(slot, document)
  return {
    put,
    setListed: (slot, isListed) => put(slot, { ...held[slot]!, isListed }),
    setCounters: (slot, views, likes) => put(slot, { ...held[slot]!, views, likes }),
    viewsOf: slot => index.viewsOf(slot),
    likesOf: slot => index.likesOf(slot),
    addedAtMsOf: slot => index.addedAtMsOf(slot),
    updatedAtMsOf: slot => index.updatedAtMsOf(slot),
    readId: (slot, into) => index.readId(slot, into),
    search: query => index.search(query),
    matchesAmong: (query, slots) => index.matchesAmong(query, slots),
    searchWithout: (query, slots) => index.searchWithout(query, slots),
    addedAtOf: slots => index.addedAtOf(slots),
    compare: (sort, a, b) => index.compare(sort, a, b),
    listedSlots: sort => index.listedSlots(sort),
    slotOf: id => index.slotOf(id),
    isListed: slot => index.isListed(slot),
    get size() {
      return index.size
    },
    counts: () => index.counts(),
    topTags: limit => index.topTags(limit),
    textsBeginningWith: (kind, beginning, limit) => index.textsBeginningWith(kind, beginning, limit),
    wordsSimilarTo: (word, wanted) => index.wordsSimilarTo(word, wanted),
    capture: async onCapture => {
      await nextTurn()
      const json = JSON.stringify(held)
      onCapture()
      await nextTurn()
      return { documents: new TextEncoder().encode(json) }
    },
    waitForMerge: async () => {},
    mergeAll: async () => {},
    [Symbol.asyncDispose]: async () => {},
  }
}

/** @throws when the section is missing, or was not written by `createSnapshotIndex`. */
export function loadSnapshotIndex({ documents }: Record<string, SnapshotArray>): LiveIndex {
  return createSnapshotIndex(JSON.parse(Buffer.from(documents as Uint8Array).toString()))
}
