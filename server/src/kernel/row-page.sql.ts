import type { SelectQueryBuilder, Simplify } from 'kysely'

export interface PageRange {
  limit: number
  offset: number
}

export interface Page<Item> {
  total: number
  items: Item[]
}

/**
 * Reads one page of the rows of an ordered query, and the total number of rows.
 * @param countQuery a simpler query with the same number of rows.
 */
export async function readPage<Tables, Names extends keyof Tables, Row, CountedNames extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Names, Row>,
  { limit, offset }: Readonly<PageRange>,
  countQuery: SelectQueryBuilder<Tables, CountedNames, object>,
): Promise<Page<Simplify<Row>>> {
  const count = countQuery.select(({ fn }) => fn.countAll<number>().as('total'))
  const { total } = (await count.executeTakeFirstOrThrow()) as { total: number }
  return { total, items: await query.limit(limit).offset(offset).execute() }
}
