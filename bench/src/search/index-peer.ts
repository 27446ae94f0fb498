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
    for (const [i, document] of documents.entries()) this.index.put(firstSlot + i, document)
  }

  async finish(): Promise<void> {}

  search(query: CatalogQuery): SearchPage {
    return this.index.search(query)
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}

/** Compares every document; slow, but a reference for the others. */
export class ReferencePeer extends IndexPeer<SearchIndex> {
  constructor() {
    super(createReferenceIndex())
  }
}

/** Our index, loaded from a snapshot as in the service. */
export class LivePeer extends IndexPeer<LiveIndex> {
  #captured: IndexSections = {}

  constructor() {
    super(createLiveIndex())
  }

  override async finish(): Promise<void> {
    await this.index.mergeAll()
  }

  /** Captures a snapshot, and closes the index that was built. */
  async capture(): Promise<void> {
    this.#captured = await this.index.capture(() => {})
    await this.index[Symbol.asyncDispose]()
    this.index = createLiveIndex()
  }

  /** Loads copies that are made here, because the worker thread's arrays would not count as this thread's memory. */
  async reload(): Promise<void> {
    const copies = Object.entries(this.#captured).map(([name, array]) => [name, sharedCopy(array)] as const)
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
