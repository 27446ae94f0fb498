import type { Transaction } from 'kysely'
import type { SqlAccess } from '../../kernel/database.ts'
import { lockAccount } from './account-row.sql.ts'
import type { RecordParent, RecordStore } from './records.ts'
import type { OAuthTables } from './tables.sql.ts'

type ParentColumns = Pick<OAuthTables['oauth_records'], 'parent_hash' | 'grant_id' | 'person_key'>

const NO_PARENT: ParentColumns = { parent_hash: null, grant_id: null, person_key: null }

export function recordStore(sql: SqlAccess<OAuthTables>): RecordStore {
  /** Finds the parent of a record and locks it until the transaction ends; null when it was deleted. */
  const parentOf = async (
    tx: Transaction<OAuthTables>,
    parent: RecordParent,
    nowMs: number,
  ): Promise<ParentColumns | null> => {
    if (parent.kind === 'interaction') {
      const { personKey } = parent
      const exists = personKey === null || (await lockAccount(tx, personKey))
      return exists ? { ...NO_PARENT, person_key: personKey } : null
    }
    if (parent.kind === 'authorization') {
      const grant = await tx
        .updateTable('oauth_grants')
        .set({ used_at_ms: nowMs })
        .where('person_key', '=', parent.personKey)
        .where('client_id', '=', parent.clientId)
        .returning('id')
        .executeTakeFirst()
      return grant === undefined ? null : { ...NO_PARENT, grant_id: grant.id }
    }
    const authorization = await tx
      .selectFrom('oauth_records')
      .select('id_hash')
      .where('id_hash', '=', parent.authorizationHash)
      .where('kind', '=', 'authorization')
      .forKeyShare()
      .executeTakeFirst()
    return authorization === undefined ? null : { ...NO_PARENT, parent_hash: parent.authorizationHash }
  }

  return {
    put: async ({ idHash, parent, payload, expiresAtMs }, nowMs) =>
      await sql.transact(async tx => {
        const columns = await parentOf(tx, parent, nowMs)
        if (columns === null) return { kind: 'orphan' }
        const content = { payload, expires_at_ms: expiresAtMs }
        await tx
          .insertInto('oauth_records')
          .values({ id_hash: idHash, kind: parent.kind, ...columns, ...content, used_at_ms: null })
          .onConflict(conflict => conflict.column('id_hash').doUpdateSet(content))
          .execute()
        return { kind: 'kept' }
      }),

    find: async (idHash, kind) => {
      const row = await sql.reader
        .selectFrom('oauth_records')
        .select(['payload', 'used_at_ms as usedAtMs', 'expires_at_ms as expiresAtMs'])
        .where('id_hash', '=', idHash)
        .where('kind', '=', kind)
        .executeTakeFirst()
      return row ?? null
    },

    use: async (idHash, nowMs) =>
      await sql.transact(async tx => {
        const used = await tx
          .updateTable('oauth_records')
          .set({ used_at_ms: nowMs })
          .where('id_hash', '=', idHash)
          .where('kind', '=', 'code')
          .where('used_at_ms', 'is', null)
          .returning('id_hash')
          .executeTakeFirst()
        if (used !== undefined) return { kind: 'first' }
        await tx
          .deleteFrom('oauth_records')
          .where('id_hash', '=', eb =>
            eb
              .selectFrom('oauth_records as code')
              .select('code.parent_hash')
              .where('code.id_hash', '=', idHash),
          )
          .execute()
        return { kind: 'again' }
      }),

    remove: async idHash =>
      await sql.transact(async tx => {
        await tx.deleteFrom('oauth_records').where('id_hash', '=', idHash).execute()
      }),

    removeOf: async (authorizationHash, kind) =>
      await sql.transact(async tx => {
        await tx
          .deleteFrom('oauth_records')
          .where('parent_hash', '=', authorizationHash)
          .where('kind', '=', kind)
          .execute()
      }),

    // A used code stays until its authorization expires, so that its second use is noticed.
    prune: async (nowMs, { limit, mostUnowned }) =>
      await sql.transact(async tx => {
        const expired = tx
          .selectFrom('oauth_records')
          .select('id_hash')
          .where('expires_at_ms', '<=', nowMs)
          .where('kind', '!=', 'code')
          .limit(limit)
        const { numDeletedRows: expiredCount } = await tx
          .deleteFrom('oauth_records')
          .where('id_hash', 'in', expired)
          .executeTakeFirstOrThrow()
        const unowned = tx
          .selectFrom('oauth_records')
          .select('id_hash')
          .where('kind', '=', 'interaction')
          .where('person_key', 'is', null)
          .orderBy('expires_at_ms', 'desc')
          .orderBy('id_hash')
          .limit(limit - Number(expiredCount))
          .offset(mostUnowned)
        const { numDeletedRows: unownedCount } = await tx
          .deleteFrom('oauth_records')
          .where('id_hash', 'in', unowned)
          .executeTakeFirstOrThrow()
        return Number(expiredCount + unownedCount)
      }),
  }
}
