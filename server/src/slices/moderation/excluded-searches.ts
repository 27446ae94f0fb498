import type { Act, Listed, Range } from './store.ts'

interface ExcludedSearch {
  /** Folded, with single spaces between them. */
  words: string
  atMs: number
}

/** What operators leave out of popular searches; each act is in the audit log, and durable when it resolves. */
export interface ExcludedSearchStore {
  /** @returns false when the words were excluded already. */
  exclude(words: string, act: Act): Promise<boolean>
  /** @returns false when the words were not excluded. */
  include(words: string, act: Act): Promise<boolean>
  /** In the order of their letters. */
  list(range: Range): Promise<Listed<ExcludedSearch>>
  all(): Promise<string[]>
}
