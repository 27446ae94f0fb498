import { type Page, type PageRange, readPage } from '../../kernel/row-page.sql.ts'
import { Store } from '../../kernel/store.ts'
import { writeAudited } from './audit.sql.ts'
import type { Act } from './store.ts'
import type { ModerationTables } from './tables.sql.ts'

interface ExcludedSearch {
  /** Folded words with single spaces. */
  words: string
  atMs: number
}

/**
 * Words that operators exclude from popular searches. Each change is in the audit log, and durable when it resolves.
 */
export class ExcludedSearchStore extends Store<ModerationTables> {
  /** @returns false when the words were already excluded. */
  async exclude(words: string, act: Act): Promise<boolean> {
    return await this.sql.transact(async tx => {
      const row = tx.insertInto('excluded_searches').values({ words, at_ms: act.nowMs })
      const statement = row.onConflict(oc => oc.column('words').doNothing())
      return await writeAudited(tx, statement, act, { action: 'exclude-search', subject: words })
    })
  }

  /** @returns false when the words were not excluded. */
  async include(words: string, act: Act): Promise<boolean> {
    return await this.sql.transact(async tx => {
      const statement = tx.deleteFrom('excluded_searches').where('words', '=', words)
      return await writeAudited(tx, statement, act, { action: 'include-search', subject: words })
    })
  }

  /** Words in alphabetical order. */
  async list(range: PageRange): Promise<Page<ExcludedSearch>> {
    const excludedRows = this.sql.reader.selectFrom('excluded_searches')
    return await readPage(
      excludedRows.select(['words', 'at_ms as atMs']).orderBy('words'),
      range,
      excludedRows,
    )
  }

  async all(): Promise<string[]> {
    const rows = await this.sql.reader.selectFrom('excluded_searches').select('words').execute()
    return rows.map(({ words }) => words)
  }
}
