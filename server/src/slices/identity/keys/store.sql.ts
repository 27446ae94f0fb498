import { KEY_SCOPES, type KeyScope, MAX_KEYS, type PersonalKey } from '@avatary/contract/keys'
import { DAY_MS, isoOf } from '../../../kernel/days.ts'
import { Store } from '../../../kernel/store.ts'
import { transactForPerson } from '../person-transaction.sql.ts'
import type { IdentityTables } from '../tables.sql.ts'

interface NewKey {
  /** Random, so that it cannot be guessed. */
  readonly id: string
  readonly hash: string
  readonly name: string
  readonly scopes: readonly KeyScope[]
  /** Null for a key that does not expire. */
  readonly expiresAtMs: number | null
}

interface KeyOwner {
  readonly keyId: string
  readonly personKey: number
  readonly scopes: readonly KeyScope[]
  /** A UTC day; null until first used. */
  readonly lastUsedDay: number | null
}

export class KeyStore extends Store<IdentityTables> {
  async create(personKey: number, key: NewKey, nowMs: number): Promise<{ kind: 'done' | 'limit_reached' }> {
    return await transactForPerson(this.sql, personKey, async tx => {
      const { count } = await tx
        .selectFrom('personal_keys')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('user_key', '=', personKey)
        .executeTakeFirstOrThrow()
      if (count >= MAX_KEYS) return { kind: 'limit_reached' }
      const { scopes, expiresAtMs, ...sameNamed } = key
      const row = {
        ...sameNamed,
        user_key: personKey,
        scopes: scopes.join(' '),
        created_at_ms: nowMs,
        expires_at_ms: expiresAtMs,
        last_used_day: null,
      }
      await tx.insertInto('personal_keys').values(row).execute()
      return { kind: 'done' }
    })
  }

  /** False when there is no such key. */
  async revoke(personKey: number, id: string): Promise<boolean> {
    return await transactForPerson(this.sql, personKey, async tx => {
      const query = tx.deleteFrom('personal_keys').where('id', '=', id).where('user_key', '=', personKey)
      return (await query.returning('id').executeTakeFirst()) !== undefined
    })
  }

  /** All keys of a person, oldest first. */
  async listOf(personKey: number): Promise<PersonalKey[]> {
    const rows = await this.sql.reader
      .selectFrom('personal_keys')
      .select(['id', 'name', 'scopes', 'created_at_ms', 'expires_at_ms', 'last_used_day'])
      .where('user_key', '=', personKey)
      .orderBy('number')
      .execute()
    return rows.map(({ id, name, scopes, created_at_ms, expires_at_ms, last_used_day }) => ({
      id,
      name,
      scopes: scopesOf(scopes),
      createdAt: isoOf(created_at_ms),
      expiresAt: expires_at_ms === null ? null : isoOf(expires_at_ms),
      lastUsedAt: last_used_day === null ? null : isoOf(last_used_day * DAY_MS),
    }))
  }

  /** @returns null when there is no such key, or it has expired. */
  async ownerOf(hash: string, nowMs: number): Promise<KeyOwner | null> {
    const row = await this.sql.reader
      .selectFrom('personal_keys')
      .select(['id', 'user_key', 'scopes', 'last_used_day'])
      .where('hash', '=', hash)
      .where(eb => eb.or([eb('expires_at_ms', 'is', null), eb('expires_at_ms', '>', nowMs)]))
      .executeTakeFirst()
    return row === undefined
      ? null
      : {
          keyId: row.id,
          personKey: row.user_key,
          scopes: scopesOf(row.scopes),
          lastUsedDay: row.last_used_day,
        }
  }

  async noteUse(id: string, day: number): Promise<void> {
    await this.execute(tx => tx.updateTable('personal_keys').set({ last_used_day: day }).where('id', '=', id))
  }
}

function scopesOf(text: string): KeyScope[] {
  const scopes = text.split(' ')
  return KEY_SCOPES.filter(scope => scopes.includes(scope))
}
