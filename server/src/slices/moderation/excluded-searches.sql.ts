import { Store } from '../../kernel/store.ts'
import { addAuditEntry, countOf } from './audit.sql.ts'
import type { Act, Page, PageRange } from './store.ts'
import type { ModerationTables } from './tables.sql.ts'

interface ExcludedSearch {
  /** Folded words with single spaces. */
  words: string
  atMs: number
}

/** Words that operators exclude from popular searches. Each act is in the audit log and durable when it resolves. */
export class ExcludedSearchStore extends Store<ModerationTables> {
  /** @returns false when the words were excluded already. */
  async exclude(words: string, act: Act): Promise<boolean> {
    return await this.sql.transact(async tx => {
      const made = await tx
        .insertInto('excluded_searches')
        .values({ words, at_ms: act.nowMs })
        .onConflict(oc => oc.column('words').doNothing())
        .executeTakeFirst()
      if (made.numInsertedOrUpdatedRows === 0n) return false
      await addAuditEntry(tx, act, { action: 'exclude-search', subject: words })
      return true
    })
  }

  /** @returns false when the words were not excluded. */
  async include(words: string, act: Act): Promise<boolean> {
    return await this.sql.transact(async tx => {
      const gone = await tx.deleteFrom('excluded_searches').where('words', '=', words).executeTakeFirst()
      if (gone.numDeletedRows === 0n) return false
      await addAuditEntry(tx, act, { action: 'include-search', subject: words })
      return true
    })
  }

  /** Lists words in alphabetical order. */
  async list({ limit, offset }: PageRange): Promise<Page<ExcludedSearch>> {
    const items = await this.sql.reader
      .selectFrom('excluded_searches')
      .select(['words', 'at_ms as atMs'])
      .orderBy('words')
      .limit(limit)
      .offset(offset)
      .execute()
    return { total: await countOf(this.sql, 'excluded_searches'), items }
  }

  async all(): Promise<string[]> {
    const rows = await this.sql.reader.selectFrom('excluded_searches').select('words').execute()
    return rows.map(({ words }) => words)
  }
}
