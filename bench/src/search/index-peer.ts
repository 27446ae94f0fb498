import type { CatalogQuery, SearchIndex, SearchPage } from '../../../server/src/avatars/search-port.ts'
import {
  createLiveIndex,
  type IndexSections,
  type LiveIndex,
  loadLiveIndex,
} from '../../../server/src/platform/search/live-index.ts'
import { createReferenceIndex } from '../../../server/tests/support/search/reference-index.ts'
import type { Batch, Peer } from './peer.ts'

abstract class IndexPeer<Index extends SearchIndex> implements Peer {
  index: Index

  constructor(index: Index) {
    this.index = index
  }

  add({ firstSlot, documents }: Batch): void {
    for (const [place, document] of documents.entries()) this.index.put(firstSlot + place, document)
  }

  async finish(): Promise<void> {}

  search(query: CatalogQuery): SearchPage {
    return this.index.search(query)
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}

/** Brute force: compares every document with the query. Slow, but simple enough to check the others against. */
export class ReferencePeer extends IndexPeer<SearchIndex> {
  constructor() {
    super(createReferenceIndex())
  }
}

/** Our index, loaded from a snapshot as in the service. */
export class LivePeer extends IndexPeer<LiveIndex> {
  #snapshot: IndexSections = {}

  constructor() {
    super(createLiveIndex())
  }

  override async finish(): Promise<void> {
    await this.index.mergeAll()
  }

  /** Captures a snapshot, and closes the index that was built. */
  async capture(): Promise<void> {
    this.#snapshot = await this.index.capture(() => {})
    await this.index[Symbol.asyncDispose]()
    this.index = createLiveIndex()
  }

  /** Loads copies of the snapshot's arrays, because the originals are counted as memory of the worker thread. */
  async reload(): Promise<void> {
    const copies = Object.entries(this.#snapshot).map(([name, array]) => [name, sharedCopy(array)] as const)
    this.index = await loadLiveIndex(Object.fromEntries(copies))
  }

  override async [Symbol.asyncDispose](): Promise<void> {
    await this.index[Symbol.asyncDispose]()
  }
}

function sharedCopy<A extends IndexSections[string]>(array: A): A {
  const bytes = new Uint8Array(new SharedArrayBuffer(array.byteLength))
  bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength))
  const Type = array.constructor as new (buffer: SharedArrayBuffer) => A
  return new Type(bytes.buffer)
}
