import type { Transaction } from 'kysely'
import { Store } from '../../kernel/store.ts'
import { lockAccount } from './applications.sql.ts'
import type { ArtifactKind, ArtifactParent, StoredArtifact } from './artifacts.ts'
import type { OAuthTables } from './tables.sql.ts'

type ParentColumns = Pick<OAuthTables['oauth_records'], 'parent_hash' | 'grant_id' | 'person_key'>

const NO_PARENT: ParentColumns = { parent_hash: null, grant_id: null, person_key: null }

/**
 * Stores artifacts under the hash of their ids, which are secrets. Payloads are sealed with keys derived from the ids,
 * so the database alone reveals neither.
 */
export class ArtifactStore extends Store<OAuthTables> {
  /** @returns 'orphan', without storing anything, when the parent was deleted. */
  async put(
    artifact: { idHash: string; parent: ArtifactParent; payload: string; expiresAtMs: number },
    nowMs: number,
  ): Promise<{ kind: 'stored' | 'orphan' }> {
    const { idHash, parent, payload, expiresAtMs } = artifact
    return await this.sql.transact(async tx => {
      const columns = await lockParent(tx, parent, nowMs)
      if (columns === null) return { kind: 'orphan' }
      const content = { payload, expires_at_ms: expiresAtMs }
      await tx
        .insertInto('oauth_records')
        .values({ id_hash: idHash, kind: parent.kind, ...columns, ...content, used_at_ms: null })
        .onConflict(conflict => conflict.column('id_hash').doUpdateSet(content))
        .execute()
      return { kind: 'stored' }
    })
  }

  async find(idHash: string, kind: ArtifactKind): Promise<StoredArtifact | null> {
    const row = await this.sql.reader
      .selectFrom('oauth_records')
      .select(['payload', 'used_at_ms as usedAtMs', 'expires_at_ms as expiresAtMs'])
      .where('id_hash', '=', idHash)
      .where('kind', '=', kind)
      .executeTakeFirst()
    return row ?? null
  }

  /**
   * Marks a code as used. Of concurrent calls one gets 'first'. Every other call deletes the authorization, and with it
   * the token that the first call obtained (RFC 6749 §4.1.2).
   */
  async useCode(idHash: string, nowMs: number): Promise<{ kind: 'first' | 'used_before' }> {
    return await this.sql.transact(async tx => {
      const updatedRow = await tx
        .updateTable('oauth_records')
        .set({ used_at_ms: nowMs })
        .where('id_hash', '=', idHash)
        .where('kind', '=', 'code')
        .where('used_at_ms', 'is', null)
        .returning('id_hash')
        .executeTakeFirst()
      if (updatedRow !== undefined) return { kind: 'first' }
      await tx
        .deleteFrom('oauth_records')
        .where('id_hash', '=', eb =>
          eb
            .selectFrom('oauth_records as code')
            .select('code.parent_hash')
            .where('code.id_hash', '=', idHash),
        )
        .execute()
      return { kind: 'used_before' }
    })
  }

  async remove(idHash: string): Promise<void> {
    await this.execute(tx => tx.deleteFrom('oauth_records').where('id_hash', '=', idHash))
  }

  async removeByAuthorization(authorizationHash: string, kind: 'code' | 'token'): Promise<void> {
    await this.execute(tx =>
      tx.deleteFrom('oauth_records').where('parent_hash', '=', authorizationHash).where('kind', '=', kind),
    )
  }

  /**
   * Removes expired artifacts, and the oldest requests without a person beyond `maxUnownedRequests`, since anybody can
   * create them. A used code is kept until its authorization expires, so that a second use is noticed.
   *
   * @param limit maximum number of artifacts deleted in one transaction.
   */
  async deleteExpired(
    nowMs: number,
    { limit, maxUnownedRequests }: { limit: number; maxUnownedRequests: number },
  ): Promise<void> {
    await this.sql.deleteInSteps(limit, async tx => {
      const expiredRows = tx
        .selectFrom('oauth_records')
        .select('id_hash')
        .where('expires_at_ms', '<=', nowMs)
        .where('kind', '!=', 'code')
        .limit(limit)
      const { numDeletedRows: expiredCount } = await tx
        .deleteFrom('oauth_records')
        .where('id_hash', 'in', expiredRows)
        .executeTakeFirstOrThrow()
      const unownedRequests = tx
        .selectFrom('oauth_records')
        .select('id_hash')
        .where('kind', '=', 'interaction')
        .where('person_key', 'is', null)
        .orderBy('expires_at_ms', 'desc')
        .orderBy('id_hash')
        .limit(limit - Number(expiredCount))
        .offset(maxUnownedRequests)
      const { numDeletedRows: unownedCount } = await tx
        .deleteFrom('oauth_records')
        .where('id_hash', 'in', unownedRequests)
        .executeTakeFirstOrThrow()
      return Number(expiredCount + unownedCount)
    })
  }
}

/** Locks the parent of an artifact until the transaction ends. @returns null when it was deleted. */
async function lockParent(
  tx: Transaction<OAuthTables>,
  parent: ArtifactParent,
  nowMs: number,
): Promise<ParentColumns | null> {
  if (parent.kind === 'interaction') {
    const { personKey } = parent
    const exists = personKey === null || (await lockAccount(tx, personKey)) !== null
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
