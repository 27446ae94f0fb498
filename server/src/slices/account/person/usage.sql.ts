import { Store } from '../../../kernel/store.ts'
import type { AccountTables } from '../tables.sql.ts'

export class UsageStore extends Store<AccountTables> {
  /** The numbers of a person's favorites, groups and likes. */
  async countsOf(personKey: number) {
    return await this.sql.scanner
      .selectNoFrom(eb => {
        const countOf = (table: 'favorites' | 'favorite_groups' | 'likes') =>
          eb
            .selectFrom(table)
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .where(`${table}.user_key`, '=', personKey)
            .$asScalar()
            .$notNull()
        return [
          countOf('favorites').as('saved'),
          countOf('favorite_groups').as('groups'),
          countOf('likes').as('likes'),
        ]
      })
      .executeTakeFirstOrThrow()
  }
}
