import type { Selectable } from 'kysely'
import { isoOf } from '../../kernel/days.ts'
import { type PersonalData, sharedTransaction } from '../../kernel/personal-data.ts'
import { Store } from '../../kernel/store.ts'
import { KeyStore } from './keys/store.sql.ts'
import { columnsOf, PERSON_COLUMNS, personOf, savePerson } from './people.sql.ts'
import type { Profile } from './profile.ts'
import { MAX_SESSIONS, RENEWAL_INTERVAL_MS, SESSION_MS } from './session-rules.ts'
import type { ProfileState, SignIn, StoredPerson, StoredSession } from './store.ts'
import type { IdentityTables, UserTable } from './tables.sql.ts'

export class IdentityStore extends Store<IdentityTables> {
  readonly keys = new KeyStore(this.deps)

  /** Email address, sessions and personal keys. */
  readonly personalData: PersonalData = {
    read: async ({ key, platformAccount }, nowMs) => ({
      email: await this.emailOf(key),
      platformAccount,
      account: await this.#accountDates(key),
      sessions: (await this.sessionsOf(key, nowMs)).map(({ device, createdAtMs, seenAtMs }) => ({
        device,
        createdAt: isoOf(createdAtMs),
        seenAt: isoOf(seenAtMs),
      })),
      keys: await this.keys.listOf(key),
    }),
    erase: async (tx, personKey) => {
      const identityTx = tx.as<IdentityTables>()
      await identityTx.deleteFrom('personal_keys').where('user_key', '=', personKey).execute()
      await identityTx.deleteFrom('sessions').where('user_key', '=', personKey).execute()
    },
  }

  /** @returns null when there is no such session, or it has expired. */
  async findSession(
    hash: string,
    nowMs: number,
  ): Promise<{ person: StoredPerson; session: StoredSession } | null> {
    const row = await this.sql.reader
      .selectFrom('sessions')
      .innerJoin('users', 'users.key', 'sessions.user_key')
      .select(PERSON_COLUMNS)
      .select([
        'sessions.id as session_id',
        'sessions.device',
        'sessions.created_at_ms as begun_at_ms',
        'sessions.seen_at_ms as last_seen_at_ms',
      ])
      .where('sessions.hash', '=', hash)
      .where('sessions.until_ms', '>', nowMs)
      .executeTakeFirst()
    if (row === undefined) return null
    const { session_id: id, device, begun_at_ms: createdAtMs, last_seen_at_ms: seenAtMs } = row
    return { person: personOf(row), session: { id, device, createdAtMs, seenAtMs } }
  }

  /** Extends a session, unless another process has just done so. */
  async renew({ id }: StoredSession, nowMs: number): Promise<void> {
    await this.sql.transact(async tx => {
      const renewedRow = await tx
        .updateTable('sessions')
        .set({ seen_at_ms: nowMs, until_ms: nowMs + SESSION_MS })
        .where('id', '=', id)
        .where('seen_at_ms', '<=', nowMs - RENEWAL_INTERVAL_MS)
        .returning('user_key')
        .executeTakeFirst()
      if (renewedRow === undefined) return
      await tx
        .updateTable('users')
        .set({ seen_at_ms: nowMs })
        .where('key', '=', renewedRow.user_key)
        .where('seen_at_ms', '<', nowMs)
        .execute()
    })
  }

  /** Ends a sign-in; false when it had ended before. Of several simultaneous calls, one returns true. */
  async endSignIn(id: string, untilMs: number): Promise<boolean> {
    const endedCount = await this.execute(tx =>
      tx
        .insertInto('ended_sign_ins')
        .values({ id, until_ms: untilMs })
        .onConflict(conflict => conflict.column('id').doNothing()),
    )
    return endedCount > 0
  }

  /**
   * Saves the person, ends the browser's old session and starts a new one. A new session of the same person keeps the
   * id of the old one, so that consents open in other tabs stay valid; not so after a reauthentication.
   */
  async signIn(signIn: SignIn): Promise<void> {
    const { profile, session, token, replacedSessionHash, isReauthentication, nowMs } = signIn
    await this.sql.transact(async tx => {
      const personKey = await savePerson(tx, profile, nowMs)
      const tokenColumns = { sealed_token: token.seal(personKey), token_until_ms: token.untilMs }
      await tx.updateTable('users').set(tokenColumns).where('key', '=', personKey).execute()
      const replacedSession = tx.deleteFrom('sessions').where('hash', '=', replacedSessionHash ?? '')
      const endedSession =
        replacedSessionHash === null
          ? undefined
          : await replacedSession.returning(['id', 'user_key']).executeTakeFirst()
      const id = endedSession?.user_key === personKey && !isReauthentication ? endedSession.id : session.id
      await tx
        .insertInto('sessions')
        .values({
          hash: session.hash,
          id,
          device: session.device,
          user_key: personKey,
          created_at_ms: nowMs,
          seen_at_ms: nowMs,
          until_ms: nowMs + SESSION_MS,
        })
        .execute()
      const surplusSessions = tx
        .selectFrom('sessions')
        .select('hash')
        .where('user_key', '=', personKey)
        .orderBy('created_at_ms', 'desc')
        .orderBy('hash')
        // SQLite has an offset only after a limit.
        .limit(MAX_SESSIONS)
        .offset(MAX_SESSIONS)
      await tx.deleteFrom('sessions').where('hash', 'in', surplusSessions).execute()
    })
  }

  /** Saves a person without a session. @returns the row's key. */
  async savePerson(profile: Profile, nowMs: number): Promise<number> {
    return await this.sql.transact(async tx => await savePerson(tx, profile, nowMs))
  }

  /** All sessions of a person, newest first. */
  async sessionsOf(personKey: number, nowMs: number): Promise<StoredSession[]> {
    return await this.sql.reader
      .selectFrom('sessions')
      .select(['id', 'device', 'created_at_ms as createdAtMs', 'seen_at_ms as seenAtMs'])
      .where('user_key', '=', personKey)
      .where('until_ms', '>', nowMs)
      .orderBy('created_at_ms', 'desc')
      .orderBy('id')
      .execute()
  }

  /** False when the person has no such session. */
  async endSession(personKey: number, id: string): Promise<boolean> {
    const endedCount = await this.execute(tx =>
      tx.deleteFrom('sessions').where('user_key', '=', personKey).where('id', '=', id),
    )
    return endedCount > 0
  }

  /** @returns the number of ended sessions. */
  async endSessions(personKey: number): Promise<number> {
    return await this.execute(tx => tx.deleteFrom('sessions').where('user_key', '=', personKey))
  }

  async findPerson(personKey: number): Promise<StoredPerson | null> {
    const row = await this.#userQuery(personKey).select(PERSON_COLUMNS).executeTakeFirst()
    return row === undefined ? null : personOf(row)
  }

  async emailOf(personKey: number): Promise<string | null> {
    const row = await this.#userQuery(personKey).select('email').executeTakeFirst()
    return row?.email ?? null
  }

  /** The access token of the community site is a secret, so only its expiry is exported. */
  async #accountDates(personKey: number) {
    const row = await this.#userQuery(personKey)
      .select(['created_at_ms', 'seen_at_ms', 'profile_checked_at_ms', 'token_until_ms'])
      .select(eb => eb('sealed_token', 'is not', null).as('has_token'))
      .executeTakeFirst()
    if (row === undefined) return null
    return {
      createdAt: isoOf(row.created_at_ms),
      seenAt: isoOf(row.seen_at_ms),
      profileCheckedAt: isoOf(row.profile_checked_at_ms),
      communityTokenUntil: row.has_token ? isoOf(row.token_until_ms) : null,
    }
  }

  async readProfileState(personKey: number, nowMs: number): Promise<ProfileState | null> {
    const row = await this.#userQuery(personKey)
      .select(PERSON_COLUMNS)
      .select(['profile_checked_at_ms', 'profile_asked_at_ms', 'sealed_token', 'token_until_ms'])
      .executeTakeFirst()
    if (row === undefined) return null
    return {
      person: personOf(row),
      checkedAtMs: row.profile_checked_at_ms,
      failedAtMs: row.profile_asked_at_ms,
      sealedToken: row.token_until_ms > nowMs ? row.sealed_token : null,
    }
  }

  /** Saves a profile, unless the answer to a later request was already saved. */
  async confirmProfile(personKey: number, profile: Profile, askedAtMs: number): Promise<void> {
    await this.#update(personKey, askedAtMs, { ...columnsOf(profile), profile_checked_at_ms: askedAtMs })
  }

  /** Records that the platform account is still linked. */
  async confirmLink(personKey: number, askedAtMs: number): Promise<void> {
    await this.#update(personKey, askedAtMs, { profile_checked_at_ms: askedAtMs })
  }

  /** Removes the platform account, unless the answer to a later request was already saved. */
  async dropLink(personKey: number, askedAtMs: number): Promise<void> {
    await this.#update(personKey, askedAtMs, { platform_account_id: null, platform_account_name: null })
  }

  async noteFailedCheck(personKey: number, atMs: number): Promise<void> {
    await this.#update(personKey, atMs, { profile_asked_at_ms: atMs }, 'profile_asked_at_ms')
  }

  async dropToken(personKey: number, sealedToken: string): Promise<void> {
    await this.execute(tx =>
      tx
        .updateTable('users')
        .set({ sealed_token: null, token_until_ms: 0 })
        .where('key', '=', personKey)
        .where('sealed_token', '=', sealedToken),
    )
  }

  /**
   * Deletes an account with its personal data in one transaction. A simultaneous write for that person either commits
   * before and is deleted too, or fails because the account is gone.
   */
  async deleteAccount(
    personalData: readonly PersonalData[],
    personKey: number,
    nowMs: number,
  ): Promise<void> {
    await this.sql.transact(async tx => {
      const query = tx.selectFrom('users').select('key').where('key', '=', personKey).forUpdate()
      if ((await query.executeTakeFirst()) === undefined) return
      for (const data of personalData) await data.erase(sharedTransaction(tx), personKey, nowMs)
      await tx.deleteFrom('users').where('key', '=', personKey).execute()
    })
  }

  async deleteExpired(nowMs: number): Promise<void> {
    const belowMs = nowMs + 1
    await this.sql.deleteBelow('sessions', { key: ['hash'], column: 'until_ms', below: belowMs })
    await this.sql.deleteBelow('ended_sign_ins', { key: ['id'], column: 'until_ms', below: belowMs })
    await this.execute(tx =>
      tx
        .updateTable('users')
        .set({ sealed_token: null, token_until_ms: 0 })
        .where('sealed_token', 'is not', null)
        .where('token_until_ms', '<=', nowMs),
    )
  }

  #userQuery(personKey: number) {
    return this.sql.reader.selectFrom('users').where('key', '=', personKey)
  }

  /** Answers may arrive in another order than their requests; that of the latest request wins. */
  async #update(
    personKey: number,
    askedAtMs: number,
    columns: Partial<Selectable<UserTable>>,
    timeColumn: 'profile_checked_at_ms' | 'profile_asked_at_ms' = 'profile_checked_at_ms',
  ): Promise<void> {
    await this.execute(tx =>
      tx.updateTable('users').set(columns).where('key', '=', personKey).where(timeColumn, '<', askedAtMs),
    )
  }
}
