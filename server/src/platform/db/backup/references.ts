import { sql, type Transaction } from 'kysely'
import type { Engine } from '../../../kernel/database.ts'

interface ForeignKey {
  table: string
  name: string
  definition: string
}

/**
 * Suspends foreign keys, so that rows which refer to each other may be inserted in any order.
 * @returns a function that checks them and restores them for later rows.
 */
export async function suspendReferences<Tables>(
  tx: Transaction<Tables>,
  engine: Engine,
  tables: readonly string[],
): Promise<() => Promise<void>> {
  if (engine === 'sqlite') {
    // The commit checks them. Inserting a parent row searches its child tables: that is free while they are empty.
    await sql`pragma defer_foreign_keys = on`.execute(tx)
    return async () => {}
  }
  const { rows } = await sql<ForeignKey>`
    select t.relname as "table", c.conname as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_class t on t.oid = c.conrelid
    where c.contype = 'f' and c.connamespace = current_schema()::regnamespace and t.relname = any(${tables})`.execute(
    tx,
  )
  for (const { table, name } of rows)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(tx)
  return async () => {
    for (const { table, name, definition } of rows)
      await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(
        tx,
      )
  }
}
