import type { CatalogQuery, IndexDocument, SearchPage } from '../../../server/src/avatars/search-port.ts'

/** Avatars, with the slots that they have in every peer. */
export interface Batch {
  firstSlot: number
  documents: readonly IndexDocument[]
}

/** A search engine with a catalog: ours, or one to compare it with. */
export interface Peer extends AsyncDisposable {
  /** Documents arrive in the order of slots, without gaps. */
  add(batch: Batch): Promise<void> | void
  /** Waits until the engine has reached its full speed. */
  finish(): Promise<void>
  /** Captures a snapshot and loads it; only for engines that start from one. */
  capture?(): Promise<void>
  reload?(): Promise<void>
  /** Returns a page and the exact total; a synchronous peer returns no promise. */
  search(query: CatalogQuery): SearchPage | Promise<SearchPage>
  /** Only for an engine that stores its data on disk instead of in the memory of this process. */
  diskBytes?(): Promise<number>
}

export const PEER_TITLES = {
  live: 'Avatary',
  fts5: 'SQLite FTS5',
  postgres: 'PostgreSQL GIN',
  minisearch: 'MiniSearch',
  reference: 'brute force',
}

export type PeerName = keyof typeof PEER_TITLES
