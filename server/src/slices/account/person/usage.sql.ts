import { Store } from '../../../kernel/store.ts'
import type { AccountTables } from '../tables.sql.ts'

/** The numbers of a person's favorites, of their groups and of their likes. */
export interface Usage {
  readonly saved: number
  readonly groups: number
  readonly likes: number
}

export class UsageStore extends Store<AccountTables> {
  async of(personKey: number): Promise<Usage> {
    const { saved, groups, likes } = await this.sql.scanner
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
    return { saved, groups, likes }
  }
}
