import type { Transaction } from 'kysely'
import { FLAG_COLUMNS, toListingState, Withholding } from '../../avatars/index.ts'
import { Store } from '../../kernel/store.ts'
import { authorIdOf } from '../identity/index.ts'
import type { OptOutState, OwnAvatar, Visibility, VisibilityOutcome } from './store.ts'
import type { CreatorTables } from './tables.sql.ts'

type Tx = Transaction<CreatorTables>

export class CreatorStore extends Store<CreatorTables> {
  readonly #withholding = new Withholding(this.deps)

  /** All avatars of an author, listed or hidden, newest first. */
  async avatarsOf(authorId: string): Promise<OwnAvatar[]> {
    const rows = await this.sql.reader
      .selectFrom('avatars')
      .select(['key', ...FLAG_COLUMNS])
      .where('author_id', '=', authorId)
      .orderBy('added_at_ms', 'desc')
      .orderBy('key', 'desc')
      .execute()
    return rows.map(({ key, ...flags }) => ({ key, ...toListingState(flags) }))
  }

  /**
   * Lists or unlists avatars, and appends to the change log. Ownership is read in the same transaction, so that a lost
   * link to the platform account gives no rights.
   */
  async setVisibility(
    { personKey, avatarIds, isUnlisted }: Visibility,
    nowMs: number,
  ): Promise<VisibilityOutcome> {
    return await this.sql.transact(async tx => {
      const authorId = await this.#authorOf(tx, personKey)
      if (authorId === null) return { kind: 'no_link' }
      const selection = { ids: avatarIds, authorId, isUnlisted }
      return { kind: 'judged', outcomes: await this.#withholding.setUnlisted(tx, selection, nowMs) }
    })
  }

  async readOptOut(authorId: string): Promise<OptOutState> {
    const { since, avatars } = await this.sql.reader
      .selectNoFrom(eb => [
        eb
          .selectFrom('opt_outs')
          .select('opt_outs.at_ms')
          .where('opt_outs.author_id', '=', authorId)
          .as('since'),
        eb
          .selectFrom('avatars')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('avatars.author_id', '=', authorId)
          .as('avatars'),
      ])
      .executeTakeFirstOrThrow()
    return { sinceMs: since, avatars: avatars ?? 0 }
  }

  /** Ids of the avatars that the author unlisted individually. */
  async unlistedOf(authorId: string): Promise<string[]> {
    const rows = await this.sql.reader
      .selectFrom('avatars')
      .select('id')
      .where('author_id', '=', authorId)
      .where('is_unlisted', '=', 1)
      .orderBy('id')
      .execute()
    return rows.map(({ id }) => id)
  }

  /** The author id of a person's platform account, locked until the end of the transaction. */
  async #authorOf(tx: Tx, personKey: number): Promise<string | null> {
    const query = tx.selectFrom('users').select('platform_account_id').where('key', '=', personKey).forShare()
    const accountId = (await query.executeTakeFirst())?.platform_account_id ?? null
    return accountId === null ? null : authorIdOf(accountId)
  }
}
