import type { SubjectKind } from '@avatary/contract/moderation'
import type { SqlAccess } from '../../kernel/database.ts'
import type { Block, Listed, OptOut, Range } from './store.ts'
import type { ModerationTables } from './tables.sql.ts'

type Sql = SqlAccess<ModerationTables>

export async function readBlocks({ reader }: Sql, { limit, offset }: Range): Promise<Listed<Block>> {
  const rows = await reader
    .selectFrom('blocks')
    .select(['subject as id', 'kind', 'reason', 'at_ms as atMs'])
    .select(eb => {
      const avatar = eb
        .selectFrom('avatars')
        .select('avatars.name')
        .whereRef('avatars.id', '=', 'blocks.subject')
      const author = eb
        .selectFrom('avatars')
        .select('avatars.author_name')
        .whereRef('avatars.author_id', '=', 'blocks.subject')
        .limit(1)
      return eb.fn.coalesce(avatar, author).as('name')
    })
    .orderBy('at_ms', 'desc')
    .orderBy('subject')
    .limit(limit)
    .offset(offset)
    .execute()
  const items = rows.map(row => ({ ...row, kind: row.kind as SubjectKind }))
  return { total: await countOf(reader, 'blocks'), items }
}

export async function readOptOuts({ reader }: Sql, { limit, offset }: Range): Promise<Listed<OptOut>> {
  const items = await reader
    .selectFrom('opt_outs')
    .select(['opt_outs.author_id as id', 'at_ms as atMs'])
    .select(eb =>
      eb
        .selectFrom('avatars')
        .select('avatars.author_name')
        .whereRef('avatars.author_id', '=', 'opt_outs.author_id')
        .limit(1)
        .as('name'),
    )
    .orderBy('at_ms', 'desc')
    .orderBy('opt_outs.author_id')
    .limit(limit)
    .offset(offset)
    .execute()
  return { total: await countOf(reader, 'opt_outs'), items }
}

export async function countOf(
  reader: Sql['reader'],
  table: 'blocks' | 'opt_outs' | 'audit' | 'excluded_searches',
): Promise<number> {
  const { total } = await reader
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}
