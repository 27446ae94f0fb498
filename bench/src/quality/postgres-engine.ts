import type pg from 'pg'
import { connectPostgres } from '../postgres.ts'
import { SEARCH_SETTINGS } from '../search/postgres-peer.ts'
import { type Engine, normalise, normalisedWords, RESULT_COUNT } from './engine.ts'
import type { AvatarTexts } from './texts.ts'

const SCHEMA = `
  create extension pg_trgm;
  create unlogged table avatars(id text, name text, author text, words tsvector);
  create index on avatars using gin (words);
  create index on avatars using gin (name gin_trgm_ops, author gin_trgm_ops);
`
const INSERT = `
  insert into avatars
  select id, name, author,
    setweight(to_tsvector('simple', name), 'A') || setweight(to_tsvector('simple', author || ' ' || tags), 'B')
      || setweight(to_tsvector('simple', description), 'D')
  from json_to_recordset($1) as row(id text, name text, author text, description text, tags text)`

/** Full-text search with the last word as a prefix, plus similar names and authors; ranked by both. */
const SELECT = `
  select id from avatars
  where ($1 <> '' and words @@ to_tsquery('simple', $1)) or name % $2 or author % $2 or name ilike '%' || $3 || '%'
  order by (case when $1 = '' then 0 else ts_rank(words, to_tsquery('simple', $1)) end)
    + similarity(name, $2) + similarity(author, $2) / 2 desc
  limit ${RESULT_COUNT}`

export class PostgresEngine implements Engine {
  readonly title = 'PostgreSQL, pg_trgm'
  readonly #client: pg.Client

  private constructor(client: pg.Client) {
    this.#client = client
  }

  /** Uses a locale that knows the letters of all scripts, because trigrams consist only of letters. */
  static async create(): Promise<PostgresEngine> {
    const options = `template template0 lc_collate 'C' lc_ctype 'C.UTF-8'`
    const client = await connectPostgres(SEARCH_SETTINGS, { database: 'quality', options })
    await client.query(SCHEMA)
    return new PostgresEngine(client)
  }

  async add(avatars: readonly AvatarTexts[]): Promise<void> {
    const rows = avatars.map(({ id, name, author, description, tags, aiTags }) => ({
      id,
      name: normalise(name),
      author: normalise(author),
      description: normalise(description),
      tags: normalise([...tags, ...aiTags].join(' ')),
    }))
    await this.#client.query(INSERT, [JSON.stringify(rows).replaceAll('\\u0000', ' ')])
    await this.#client.query('vacuum analyze avatars')
  }

  async best(q: string): Promise<string[]> {
    const words = normalisedWords(q)
    const query = words.map((word, i) => (i === words.length - 1 ? `'${word}':*` : `'${word}'`)).join(' & ')
    const text = normalise(q)
    const { rows } = await this.#client.query<{ id: string }>(SELECT, [
      query,
      text,
      text.replace(/[\\%_]/g, '\\$&'),
    ])
    return rows.map(({ id }) => id)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.end()
  }
}
