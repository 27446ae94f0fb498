import pg from 'pg'
import type { CatalogQuery, SearchPage } from '../../../server/src/avatars/search-port.ts'
import { folderOf } from '../../../server/tests/support/environment.ts'
import { startGuarded } from '../../../server/tests/support/guarded-program.ts'
import type { Batch, Peer } from './peer.ts'
import { nameKeyBytes, SQL_ORDER } from './sql-order.ts'
import { documentTerms, peerSort, type TermQuery, termQuery } from './terms.ts'

const programFolder = folderOf('initdb', '/usr/lib/postgresql/*/bin', '/usr/local/pgsql/bin')

export const hasPostgres = programFolder !== undefined

/** Enough memory for all data, no durability, and no JIT compilation of short queries. */
const SETTINGS = [
  '-c listen_addresses= -c unix_socket_directories=$folder',
  '-c fsync=off -c full_page_writes=off -c synchronous_commit=off -c wal_level=minimal -c max_wal_senders=0',
  '-c shared_buffers=1GB -c work_mem=256MB -c maintenance_work_mem=1GB -c effective_cache_size=8GB',
  '-c random_page_cost=1.1 -c jit=off -c max_wal_size=8GB -c gin_fuzzy_search_limit=0',
].join(' ')

const START = `
  export PATH="${programFolder}:$PATH"
  initdb -D "$folder/data" -A trust -N -U postgres -E UTF8 --no-locale
  pg_ctl -w start -D "$folder/data" -l "$folder/server.log" -o "${SETTINGS}" || { cat "$folder/server.log"; exit 1; }`
const STOP = 'pg_ctl -w -m immediate -D "$folder/data" stop'

const INDEXES = [
  'create index on avatars using gin (terms) with (fastupdate = off)',
  'create index on avatars (slot)',
  'create index on avatars ((name_key is null), name_key, slot desc)',
  'create index on avatars (views desc, likes desc, slot desc)',
  'vacuum analyze avatars',
]

/** Connects to an empty database of its own, which is deleted when the process ends. */
export async function connectPostgres(): Promise<pg.Client> {
  const folder = await startGuarded({ name: 'bench-postgres', dropRoot: true, start: START, stop: STOP })
  const client = new pg.Client({ host: folder, user: 'postgres', database: 'postgres' })
  await client.connect()
  return client
}

/** A GIN index over a tsvector of unchanged words and filters, without positions. */
export class PostgresPeer implements Peer {
  readonly #client: pg.Client

  private constructor(client: pg.Client) {
    this.#client = client
  }

  static async create(): Promise<PostgresPeer> {
    const client = await connectPostgres()
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
    for (const statement of INDEXES) await this.#client.query(statement)
  }

  async search(query: CatalogQuery): Promise<SearchPage> {
    const match = matchExpression(termQuery(query))
    const values = match === '' ? [] : [match]
    const from = match === '' ? 'avatars' : 'avatars where terms @@ $1::tsquery'
    const counted = await this.#client.query<{ total: string }>(
      `select count(*) as total from ${from}`,
      values,
    )
    const page = await this.#client.query<{ slot: number }>(
      `select slot from ${from} order by ${SQL_ORDER[peerSort(query)]} limit ${query.limit} offset ${query.offset}`,
      values,
    )
    return { total: Number(counted.rows[0]!.total), slots: page.rows.map(({ slot }) => slot) }
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
    ...all.map(quoted),
    ...(prefix === null ? [] : [`${quoted(prefix)}:*`]),
    ...any.map(terms => `(${terms.map(quoted).join(' | ')})`),
    ...none.map(term => `!${quoted(term)}`),
  ].join(' & ')
}

function quoted(term: string): string {
  return `'${term.replace(/['\\]/g, '$&$&')}'`
}
