import type { CatalogQuery, SearchIndex, SearchPage } from '../../../server/src/slices/catalog/search-port.ts'
import type { Batch, Peer } from './peer.ts'

/** An index of ours as a peer: brute force as it is, the live index with what settles it. */
export class IndexPeer implements Peer {
  readonly index: SearchIndex
  readonly #settle: () => Promise<void>

  constructor(index: SearchIndex, settle: () => Promise<void> = async () => {}) {
    this.index = index
    this.#settle = settle
  }

  add({ firstSlot, documents }: Batch): void {
    for (const [i, document] of documents.entries()) this.index.put(firstSlot + i, document)
  }

  async finish(): Promise<void> {
    await this.#settle()
  }

  search(query: CatalogQuery): SearchPage {
    return this.index.search(query)
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}
