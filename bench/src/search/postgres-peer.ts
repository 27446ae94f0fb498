import type pg from 'pg'
import type { CatalogQuery, SearchPage } from '../../../server/src/avatars/search-port.ts'
import { connectPostgres } from '../postgres.ts'
import type { Batch, Peer } from './peer.ts'
import { nameKeyBytes, SQL_ORDER } from './sql-order.ts'
import { documentTerms, peerSort, type TermQuery, termQuery } from './terms.ts'

/** Enough memory for sorts and bitmaps, and exact results of GIN indexes, which a limit would sample. */
export const SEARCH_SETTINGS = ['work_mem = 256MB', 'gin_fuzzy_search_limit = 0']

/** Statements after the last insert. */
const FINISHING_STATEMENTS = [
  'create index on avatars using gin (terms) with (fastupdate = off)',
  'create index on avatars (slot)',
  'create index on avatars ((name_key is null), name_key, slot desc)',
  'create index on avatars (views desc, likes desc, slot desc)',
  'vacuum analyze avatars',
]

/** A GIN index over a tsvector of unchanged words and filters, without positions. */
export class PostgresPeer implements Peer {
  readonly #client: pg.Client

  private constructor(client: pg.Client) {
    this.#client = client
  }

  static async create(): Promise<PostgresPeer> {
    const client = await connectPostgres(SEARCH_SETTINGS)
    await client.query(
      'create unlogged table avatars(slot int, terms tsvector, name_key bytea, views bigint, likes bigint)',
    )
    return new PostgresPeer(client)
  }

  async add({ firstSlot, documents }: Batch): Promise<void> {
    const rows = documents.flatMap((document, i) => {
      if (!document.isListed) return []
      const { nameKey, views, likes } = document
      const key = nameKeyBytes(nameKey)?.toString('hex') ?? null
      return [{ slot: firstSlot + i, terms: documentTerms(document), key, views, likes }]
    })
    await this.#client.query(
      `insert into avatars
       select slot, array_to_tsvector(terms), decode(key, 'hex'), views, likes
       from json_to_recordset($1) as row(slot int, terms text[], key text, views bigint, likes bigint)`,
      [JSON.stringify(rows)],
    )
  }

  async finish(): Promise<void> {
    for (const statement of FINISHING_STATEMENTS) await this.#client.query(statement)
  }

  async search(query: CatalogQuery): Promise<SearchPage> {
    const match = matchExpression(termQuery(query))
    const values = match === '' ? [] : [match]
    const from = match === '' ? 'avatars' : 'avatars where terms @@ $1::tsquery'
    const countResult = await this.#client.query<{ total: string }>(
      `select count(*) as total from ${from}`,
      values,
    )
    const pageResult = await this.#client.query<{ slot: number }>(
      `select slot from ${from} order by ${SQL_ORDER[peerSort(query)]} limit ${query.limit} offset ${query.offset}`,
      values,
    )
    return { total: Number(countResult.rows[0]!.total), slots: pageResult.rows.map(({ slot }) => slot) }
  }

  async diskBytes(): Promise<number> {
    const { rows } = await this.#client.query<{ bytes: string }>(
      `select pg_total_relation_size('avatars') as bytes`,
    )
    return Number(rows[0]!.bytes)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.end()
  }
}

function matchExpression({ all, any, prefix, none }: TermQuery): string {
  return [
    ...all.map(quote),
    ...(prefix === null ? [] : [`${quote(prefix)}:*`]),
    ...any.map(terms => `(${terms.map(quote).join(' | ')})`),
    ...none.map(term => `!${quote(term)}`),
  ].join(' & ')
}

function quote(term: string): string {
  return `'${term.replace(/['\\]/g, '$&$&')}'`
}
