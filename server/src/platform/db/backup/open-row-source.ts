import { existsSync } from 'node:fs'
import { sqlitePathOf } from '../database.ts'
import { openPostgresRows } from './postgres-rows.ts'
import type { RowSource } from './row-source.ts'
import { openSqliteRows } from './sqlite-rows.ts'

/** Opens the database at an address to read its present state; null when the file does not exist. Creates no file. */
export async function openRowSource(url: string): Promise<RowSource | null> {
  const path = sqlitePathOf(url)
  if (path === null) return await openPostgresRows(url)
  return existsSync(path) ? openSqliteRows(path) : null
}
