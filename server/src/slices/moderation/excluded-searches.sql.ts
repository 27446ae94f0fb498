import type { Database } from '../../kernel/database.ts'
import { countOf, noteAct } from './audit.sql.ts'
import type { ExcludedSearchStore } from './excluded-searches.ts'
import type { ModerationTables } from './tables.sql.ts'

/** Exclusions from popular searches in the system of record. */
export function createExcludedSearchStore({ db }: { db: Database }): ExcludedSearchStore {
  const sql = db.tables<ModerationTables>()
  return {
    exclude: (words, act) =>
      sql.transact(async tx => {
        const made = await tx
          .insertInto('excluded_searches')
          .values({ words, at_ms: act.nowMs })
          .onConflict(oc => oc.column('words').doNothing())
          .executeTakeFirst()
        if (made.numInsertedOrUpdatedRows === 0n) return false
        await noteAct(tx, act, { action: 'exclude-search', subject: words, detail: '' })
        return true
      }),

    include: (words, act) =>
      sql.transact(async tx => {
        const gone = await tx.deleteFrom('excluded_searches').where('words', '=', words).executeTakeFirst()
        if (gone.numDeletedRows === 0n) return false
        await noteAct(tx, act, { action: 'include-search', subject: words, detail: '' })
        return true
      }),

    async list({ limit, offset }) {
      const items = await sql.reader
        .selectFrom('excluded_searches')
        .select(['words', 'at_ms as atMs'])
        .orderBy('words')
        .limit(limit)
        .offset(offset)
        .execute()
      return { total: await countOf(sql, 'excluded_searches'), items }
    },

    async all() {
      const rows = await sql.reader.selectFrom('excluded_searches').select('words').execute()
      return rows.map(({ words }) => words)
    },
  }
}
