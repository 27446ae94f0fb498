import { type Page, type PageRange, readPage } from '../../kernel/row-page.sql.ts'
import { Store } from '../../kernel/store.ts'
import { type Act, addAuditEntry, type ModerationTables } from '../moderation/index.ts'
import { toApplication } from './applications.sql.ts'
import type { ApplicationWithOwner } from './applications.ts'
import type { OAuthTables } from './tables.sql.ts'

/** Everybody's applications, for operators. Each command is in the audit log, and durable when it resolves. */
export class RegisteredApplicationStore extends Store<OAuthTables & ModerationTables> {
  /** Newest first. */
  async list(range: PageRange): Promise<Page<ApplicationWithOwner>> {
    const applications = this.sql.reader
      .selectFrom('oauth_applications')
      .leftJoin('users', 'users.key', 'oauth_applications.owner_key')
      .selectAll('oauth_applications')
      .select('users.username')
      .select(eb =>
        eb
          .selectFrom('oauth_grants')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('oauth_grants.client_id', '=', 'oauth_applications.client_id')
          .as('people'),
      )
      .orderBy('oauth_applications.created_at_ms', 'desc')
      .orderBy('oauth_applications.client_id')
    const { total, items: rows } = await readPage(
      applications,
      range,
      this.sql.reader.selectFrom('oauth_applications'),
    )
    const items = rows.map(row => ({
      ...toApplication(row),
      owner: row.owner_hash === null ? row.username : '',
      people: row.people ?? 0,
    }))
    return { total, items }
  }

  /** The application is refused as soon as this resolves. */
  async block(clientId: string, reason: string, act: Act): Promise<BlockOutcome> {
    return await this.#setBlocked(clientId, act.nowMs, { action: 'block-application', detail: reason }, act)
  }

  async unblock(clientId: string, act: Act): Promise<BlockOutcome> {
    return await this.#setBlocked(clientId, null, { action: 'unblock-application', detail: '' }, act)
  }

  /** Deletes applications that were unblocked before a moment and whose owners deleted their accounts. */
  async deleteUnblocked(unblockedBeforeMs: number): Promise<void> {
    await this.execute(tx =>
      tx
        .deleteFrom('oauth_applications')
        .where('owner_hash', 'is not', null)
        .where('blocked_at_ms', 'is', null)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('audit')
                .select('audit.id')
                .whereRef('audit.subject', '=', 'oauth_applications.client_id')
                .where('audit.action', '=', 'unblock-application')
                .where('audit.at_ms', '>=', unblockedBeforeMs),
            ),
          ),
        ),
    )
  }

  async #setBlocked(
    clientId: string,
    blockedAtMs: number | null,
    entry: { action: 'block-application' | 'unblock-application'; detail: string },
    act: Act,
  ): Promise<BlockOutcome> {
    return await this.sql.transact(async tx => {
      const row = await tx
        .selectFrom('oauth_applications')
        .select(['name', 'blocked_at_ms'])
        .where('client_id', '=', clientId)
        .forUpdate()
        .executeTakeFirst()
      if (row === undefined) return { kind: 'unknown_application' }
      if ((row.blocked_at_ms === null) === (blockedAtMs === null)) return { kind: 'unchanged' }
      await tx
        .updateTable('oauth_applications')
        .set({ blocked_at_ms: blockedAtMs })
        .where('client_id', '=', clientId)
        .execute()
      const detail = [row.name, entry.detail].filter(text => text !== '').join(': ')
      await addAuditEntry(tx, act, { ...entry, subject: clientId, detail })
      return { kind: 'changed' }
    })
  }
}

export interface BlockOutcome {
  readonly kind: 'changed' | 'unchanged' | 'unknown_application'
}
