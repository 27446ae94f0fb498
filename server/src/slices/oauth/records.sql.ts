import type { Transaction } from 'kysely'
import type { SqlAccess } from '../../kernel/database.ts'
import { isAccountThere } from './account-row.sql.ts'
import type { RecordOrigin, RecordStore } from './records.ts'
import type { OAuthTables } from './tables.sql.ts'

type Links = Pick<OAuthTables['oauth_records'], 'parent_hash' | 'grant_id' | 'person_key'>

const NO_LINKS: Links = { parent_hash: null, grant_id: null, person_key: null }

export function recordStore(sql: SqlAccess<OAuthTables>): RecordStore {
  /** What a record hangs on, kept from being removed until the transaction ends; null when it is gone. */
  const linksOf = async (
    tx: Transaction<OAuthTables>,
    origin: RecordOrigin,
    nowMs: number,
  ): Promise<Links | null> => {
    if (origin.kind === 'interaction') {
      const { personKey } = origin
      const isKept = personKey === null || (await isAccountThere(tx, personKey))
      return isKept ? { ...NO_LINKS, person_key: personKey } : null
    }
    if (origin.kind === 'authorization') {
      const grant = await tx
        .updateTable('oauth_grants')
        .set({ used_at_ms: nowMs })
        .where('person_key', '=', origin.personKey)
        .where('client_id', '=', origin.clientId)
        .returning('id')
        .executeTakeFirst()
      return grant === undefined ? null : { ...NO_LINKS, grant_id: grant.id }
    }
    const parent = await tx
      .selectFrom('oauth_records')
      .select('id_hash')
      .where('id_hash', '=', origin.authorizationHash)
      .where('kind', '=', 'authorization')
      .forKeyShare()
      .executeTakeFirst()
    return parent === undefined ? null : { ...NO_LINKS, parent_hash: origin.authorizationHash }
  }

  return {
    put: async ({ idHash, origin, payload, expiresAtMs }, nowMs) =>
      await sql.transact(async tx => {
        const links = await linksOf(tx, origin, nowMs)
        if (links === null) return { kind: 'orphan' }
        const content = { payload, expires_at_ms: expiresAtMs }
        await tx
          .insertInto('oauth_records')
          .values({ id_hash: idHash, kind: origin.kind, ...links, ...content, used_at_ms: null })
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

    // A used code stays known as long as its authorization, so that using it again is noticed.
    prune: async (nowMs, { limit, mostUnowned }) =>
      await sql.transact(async tx => {
        const expired = tx
          .selectFrom('oauth_records')
          .select('id_hash')
          .where('expires_at_ms', '<=', nowMs)
          .where('kind', '!=', 'code')
          .limit(limit)
        const { numDeletedRows: gone } = await tx
          .deleteFrom('oauth_records')
          .where('id_hash', 'in', expired)
          .executeTakeFirstOrThrow()
        const tooMany = tx
          .selectFrom('oauth_records')
          .select('id_hash')
          .where('kind', '=', 'interaction')
          .where('person_key', 'is', null)
          .orderBy('expires_at_ms', 'desc')
          .orderBy('id_hash')
          .limit(limit - Number(gone))
          .offset(mostUnowned)
        const { numDeletedRows: more } = await tx
          .deleteFrom('oauth_records')
          .where('id_hash', 'in', tooMany)
          .executeTakeFirstOrThrow()
        return Number(gone + more)
      }),
  }
}
