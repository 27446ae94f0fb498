import MiniSearch from 'minisearch'
import type { CatalogQuery, SearchPage } from '../../../server/src/avatars/search-port.ts'
import type { Batch, Peer } from './peer.ts'
import { documentTerms, type PeerSort, peerSort, termQuery } from './terms.ts'

interface Row {
  id: number
  nameKey: string
  views: number
  likes: number
}

const ORDERS: Readonly<Record<PeerSort, (a: Row, b: Row) => number>> = {
  recent: (a, b) => b.id - a.id,
  oldest: (a, b) => a.id - b.id,
  name: (a, b) =>
    Number(a.nameKey === '') - Number(b.nameKey === '') ||
    Number(a.nameKey > b.nameKey) - Number(a.nameKey < b.nameKey) ||
    b.id - a.id,
  popular: (a, b) => b.views - a.views || b.likes - a.likes || b.id - a.id,
}

/** MiniSearch with unchanged words and filters. We sort and count its matches. */
export class MiniSearchPeer implements Peer {
  readonly #rows: Row[] = []
  readonly #index = new MiniSearch<{ id: number; terms: string }>({
    fields: ['terms'],
    tokenize: text => text.split(' '),
    processTerm: term => term,
  })

  add({ firstSlot, documents }: Batch): void {
    for (const [i, document] of documents.entries()) {
      if (!document.isListed) continue
      const id = firstSlot + i
      const { nameKey, views, likes } = document
      this.#rows[id] = { id, nameKey, views, likes }
      this.#index.add({ id, terms: documentTerms(document).join(' ') })
    }
  }

  async finish(): Promise<void> {}

  search(query: CatalogQuery): SearchPage {
    const { all, any, prefix, none } = termQuery(query)
    const isAll = all.length + any.length === 0 && prefix === null
    const matches = this.#index.search({
      combineWith: 'AND_NOT',
      queries: [
        isAll
          ? MiniSearch.wildcard
          : {
              combineWith: 'AND',
              queries: [
                ...all,
                ...any.map(terms => ({ combineWith: 'OR' as const, queries: terms })),
                ...(prefix === null ? [] : [{ queries: [prefix], prefix: true }]),
              ],
            },
        ...none,
      ],
    })
    const rows = matches.map(({ id }) => this.#rows[id]!).sort(ORDERS[peerSort(query)])
    return {
      total: rows.length,
      slots: rows.slice(query.offset, query.offset + query.limit).map(({ id }) => id),
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}
