import { isStorable } from '../../avatars/index.ts'
import type { Database } from '../../kernel/database.ts'
import type { SearchTermStore } from './search-terms.ts'

/** Made by `server/migrations/0001-catalog.ts`. */
export interface SearchTermTables {
  search_term_days: { day: number; term: string; searches: number }
}

/** Daily counts of search terms, with their deletion. */
export interface SearchTermSqlStore extends SearchTermStore {
  /** Deletes the counts of days before `day`. */
  forgetBefore(day: number): Promise<void>
}

export function createSearchTermStore({ db }: { db: Database }): SearchTermSqlStore {
  const sql = db.tables<SearchTermTables>()
  const add = sql.upsert<SearchTermTables['search_term_days']>('search_term_days', {
    key: ['day', 'term'],
    add: ['searches'],
  })
  return {
    async addSearches(day, searches) {
      const terms = [...searches.keys()].filter(isStorable).sort()
      const rows = terms.map(term => ({ day, term, searches: searches.get(term)! }))
      if (rows.length > 0) await sql.transact(tx => add.run(tx, rows))
    },

    async topTerms(sinceDay, limit) {
      const rows = await sql.scanner
        .selectFrom('search_term_days')
        .select('term')
        .where('day', '>=', sinceDay)
        .groupBy('term')
        .orderBy(({ fn }) => fn.sum('searches'), 'desc')
        .orderBy('term')
        .limit(limit)
        .execute()
      return rows.map(({ term }) => term)
    },

    async forgetBefore(day) {
      await sql.deleteBelow('search_term_days', { key: ['day', 'term'], column: 'day', below: day })
    },
  }
}
