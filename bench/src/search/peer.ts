import type { CatalogQuery, IndexDocument, SearchPage } from '../../../server/src/avatars/search-port.ts'

/** Avatars with the slots they have in every peer. */
export interface Batch {
  firstSlot: number
  documents: readonly IndexDocument[]
}

/** A search engine holding a catalog: ours, or one to hold it against. */
export interface Peer extends AsyncDisposable {
  /** Documents in the order of slots, without gaps. */
  add(batch: Batch): Promise<void> | void
  /** Ends the work that is left before the engine is at its fastest. */
  finish(): Promise<void>
  /** Makes a snapshot and loads it, in engines that start from one. */
  capture?(): Promise<void>
  reload?(): Promise<void>
  /** A page and the exact total, ordered as the port says. A peer that answers synchronously gives no promise. */
  search(query: CatalogQuery): SearchPage | Promise<SearchPage>
  /** Bytes on disk, for a peer that does not live in the memory of its process. */
  diskBytes?(): Promise<number>
}

const PEERS = ['live', 'fts5', 'postgres', 'minisearch', 'reference'] as const
export type PeerName = (typeof PEERS)[number]

export const PEER_TITLES: Readonly<Record<PeerName, string>> = {
  live: 'Avatary',
  fts5: 'SQLite FTS5',
  postgres: 'PostgreSQL GIN',
  minisearch: 'MiniSearch',
  reference: 'brute force',
}
