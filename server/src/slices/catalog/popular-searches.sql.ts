import { isStorable } from '../../avatars/index.ts'
import { Store } from '../../kernel/store.ts'

/** Tables of popular searches (`server/migrations/0001-catalog.ts`). */
export interface SearchTermTables {
  search_term_days: SearchTermTable
}

interface SearchTermTable {
  day: number
  term: string
  searches: number
}

export class SearchTermStore extends Store<SearchTermTables> {
  readonly #add = this.sql.upsert<SearchTermTable>('search_term_days', {
    key: ['day', 'term'],
    add: ['searches'],
  })

  async addSearches(day: number, searches: ReadonlyMap<string, number>): Promise<void> {
    const terms = [...searches.keys()].filter(isStorable).sort()
    const rows = terms.map(term => ({ day, term, searches: searches.get(term)! }))
    if (rows.length > 0) await this.sql.transact(tx => this.#add.run(tx, rows))
  }

  /** Terms by number of searches since `sinceDay`, most first, ties by term. */
  async topTerms(sinceDay: number, limit: number): Promise<string[]> {
    const rows = await this.sql.scanner
      .selectFrom('search_term_days')
      .select('term')
      .where('day', '>=', sinceDay)
      .groupBy('term')
      .orderBy(({ fn }) => fn.sum('searches'), 'desc')
      .orderBy('term')
      .limit(limit)
      .execute()
    return rows.map(({ term }) => term)
  }

  async deleteBefore(day: number): Promise<void> {
    await this.sql.deleteBelow('search_term_days', { key: ['day', 'term'], column: 'day', below: day })
  }
}
