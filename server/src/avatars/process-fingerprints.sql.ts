import type { Transaction } from 'kysely'
import type { SecretFingerprints } from '../kernel/secret-fingerprints.ts'
import { Store } from '../kernel/store.ts'
import type { CatalogTables } from './tables.sql.ts'

interface ProcessRow {
  id: string
  atMs: number
  fingerprints: SecretFingerprints
}

const NAME_PREFIX = 'process '

/** Rows of `meta` through which processes compare the fingerprints of their secrets. */
export class ProcessFingerprintStore extends Store<CatalogTables> {
  /** Writes the row of this process, and deletes rows that were last written before `deleteBeforeMs`. */
  async write(
    id: string,
    fingerprints: SecretFingerprints,
    { nowMs, deleteBeforeMs }: { nowMs: number; deleteBeforeMs: number },
  ): Promise<void> {
    const endedProcesses = (await this.#all()).filter(row => row.id !== id && row.atMs < deleteBeforeMs)
    // The stored name is `marks`: processes of other versions read and write it.
    const value = JSON.stringify({ atMs: nowMs, marks: fingerprints })
    await this.sql.transact(async tx => {
      await tx
        .insertInto('meta')
        .values({ name: `${NAME_PREFIX}${id}`, value })
        .onConflict(oc => oc.column('name').doUpdateSet({ value }))
        .execute()
      for (const row of endedProcesses)
        await tx.deleteFrom('meta').where('name', '=', `${NAME_PREFIX}${row.id}`).execute()
    })
  }

  async readOthers(id: string): Promise<SecretFingerprints[]> {
    return (await this.#all()).flatMap(row => (row.id === id ? [] : [row.fingerprints]))
  }

  async remove(id: string): Promise<void> {
    await this.execute(tx => tx.deleteFrom('meta').where('name', '=', `${NAME_PREFIX}${id}`))
  }

  async #all(): Promise<ProcessRow[]> {
    const rows = await this.sql.reader
      .selectFrom('meta')
      .select(['name', 'value'])
      .where('name', '>=', NAME_PREFIX)
      .where('name', '<', `${NAME_PREFIX}~`)
      .execute()
    return rowsOfProcesses(rows)
  }
}

/** For a restored database: processes of the backed-up one may have other secrets. */
export async function deleteRowsOfProcesses(tx: Transaction<CatalogTables>): Promise<void> {
  await tx.deleteFrom('meta').where('name', '>=', NAME_PREFIX).where('name', '<', `${NAME_PREFIX}~`).execute()
}

export function rowsOfProcesses(rows: readonly { name: string; value: string }[]): ProcessRow[] {
  return rows
    .filter(({ name }) => name.startsWith(NAME_PREFIX))
    .map(({ name, value }) => {
      const { atMs, marks: fingerprints } = JSON.parse(value) as { atMs: number; marks: SecretFingerprints }
      return { id: name.slice(NAME_PREFIX.length), atMs, fingerprints }
    })
}
