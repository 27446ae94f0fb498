import { DatabaseSync } from 'node:sqlite'
import type pg from 'pg'
import { connectPostgres } from '../postgres.ts'

const TABLES = {
  avatars: {
    columns: 'key, id, author_id, platforms, is_active, is_unlisted, is_blocked, is_opted_out, added_at_ms',
    types:
      'key bigint, id text collate "C", author_id text collate "C", platforms int, is_active int, is_unlisted int, is_blocked int, is_opted_out int, added_at_ms bigint',
    indexes: ['alter table avatars add primary key (key)', 'create index on avatars (author_id)'],
  },
  avatar_counters: {
    columns: 'avatar_key, views, likes',
    types: 'avatar_key bigint, views bigint, likes bigint',
    indexes: ['alter table avatar_counters add primary key (avatar_key)'],
  },
  avatar_days: {
    columns: 'day, avatar_key, views, impressions, outbound, wears, likes, favorites',
    types:
      'day int, avatar_key bigint, views int, impressions int, outbound int, wears int, likes int, favorites int',
    indexes: ['alter table avatar_days add primary key (day, avatar_key)'],
  },
}
const BATCH_ROWS = 20_000

/** Starts a temporary PostgreSQL with the rows of an SQLite file, and connects to it. */
export async function copyToPostgres(path: string): Promise<pg.Client> {
  const client = await connectPostgres(['work_mem = 512MB'])
  const source = new DatabaseSync(path, { readOnly: true })
  for (const [table, { columns, types, indexes }] of Object.entries(TABLES)) {
    await client.query(`create unlogged table ${table} (${types})`)
    let batch: unknown[] = []
    const flush = async () => {
      await client.query(
        `insert into ${table} select ${columns} from json_to_recordset($1) as row(${types.replaceAll(' collate "C"', '')})`,
        [JSON.stringify(batch)],
      )
      batch = []
    }
    for (const row of source.prepare(`select ${columns} from ${table}`).iterate()) {
      batch.push(row)
      if (batch.length === BATCH_ROWS) await flush()
    }
    await flush()
    for (const statement of indexes) await client.query(statement)
  }
  source.close()
  await client.query('vacuum analyze')
  return client
}
