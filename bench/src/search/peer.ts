import type { CatalogQuery, IndexDocument, SearchPage } from '../../../server/src/avatars/search-port.ts'

/** Avatars with the slots they have in every peer. */
export interface Batch {
  firstSlot: number
  documents: readonly IndexDocument[]
}

/** A search engine with a catalog: ours, or one to compare it with. */
export interface Peer extends AsyncDisposable {
  /** Documents come in order of slots, without gaps. */
  add(batch: Batch): Promise<void> | void
  /** Waits until the engine is at its fastest. */
  finish(): Promise<void>
  /** Makes a snapshot and loads it, in engines that start from one. */
  capture?(): Promise<void>
  reload?(): Promise<void>
  /** Finds a page and the exact total; a synchronous peer returns no promise. */
  search(query: CatalogQuery): SearchPage | Promise<SearchPage>
  /** Bytes on disk, for a peer outside the memory of its process. */
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
