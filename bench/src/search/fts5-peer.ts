import { stat } from 'node:fs/promises'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { CatalogQuery, SearchPage } from '../../../server/src/avatars/search-port.ts'
import type { Batch, Peer } from './peer.ts'
import { nameKeyBytes, SQL_ORDER } from './sql-order.ts'
import { documentTerms, type PeerSort, peerSort, type TermQuery, termQuery } from './terms.ts'

/**
 * FTS5 at its fastest: unchanged words (the `ascii` tokenizer folds only ASCII), no content, no positions, prefix
 * indexes of the needed lengths, filters as words, and slots as row ids, so that the index is in the order `recent`.
 */
const SCHEMA = `
  pragma journal_mode = off;
  pragma synchronous = off;
  pragma cache_size = -1000000;
  pragma mmap_size = 8000000000;
  create virtual table terms using fts5(
    words, content='', columnsize=0, detail=none, prefix='2 3 4 5', tokenize="ascii tokenchars '_'"
  );
  create table avatars(slot integer primary key, name_key blob, views integer, likes integer);
`
/** Statements after the last insert. */
const FINISHING_STATEMENTS = `
  create index avatars_by_name on avatars(name_key is null, name_key, slot desc);
  create index avatars_by_popularity on avatars(views desc, likes desc, slot desc);
  insert into terms(terms) values('optimize');
  analyze;
`

export class Fts5Peer implements Peer {
  readonly #file: string
  readonly #db: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(file: string) {
    this.#file = file
    this.#db = new DatabaseSync(file)
    this.#db.exec(SCHEMA)
  }

  add({ firstSlot, documents }: Batch): void {
    this.#db.exec('begin')
    const insertTerms = this.#statementOf('insert into terms(rowid, words) values(?, ?)')
    const insertAvatar = this.#statementOf('insert into avatars values(?, ?, ?, ?)')
    for (const [place, document] of documents.entries()) {
      if (!document.isListed) continue
      insertTerms.run(firstSlot + place, documentTerms(document).join(' '))
      const { nameKey, views, likes } = document
      insertAvatar.run(firstSlot + place, nameKeyBytes(nameKey), views, likes)
    }
    this.#db.exec('commit')
  }

  async finish(): Promise<void> {
    this.#db.exec(FINISHING_STATEMENTS)
  }

  search(query: CatalogQuery): SearchPage {
    const { limit, offset } = query
    const sort = peerSort(query)
    const match = matchExpression(termQuery(query))
    const [from, values] = fromClause(match, sort)
    const { total } = this.#statementOf(
      `select count(*) as total from ${fromClause(match, 'recent')[0]}`,
    ).get(...values) as { total: number }
    const page = this.#statementOf(`select slot from ${from} order by ${SQL_ORDER[sort]} limit ? offset ?`)
    return { total, slots: page.all(...values, limit, offset).map(row => Number(row.slot)) }
  }

  async diskBytes(): Promise<number> {
    return (await stat(this.#file)).size
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#db.close()
  }

  #statementOf(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.#db.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }
}

/** The part of a statement after `from`. Joins the table `avatars` only for orders other than by slot. */
function fromClause(match: string, sort: PeerSort): [from: string, values: SQLInputValue[]] {
  if (match === '') return ['avatars', []]
  const isSlotOrder = sort === 'recent' || sort === 'oldest'
  const matches = '(select rowid as slot from terms where terms match ?)'
  return [isSlotOrder ? matches : `${matches} join avatars using (slot)`, [match]]
}

function matchExpression({ all, any, prefix, none }: TermQuery): string {
  const parts = [
    ...all.map(quote),
    ...(prefix === null ? [] : [`${quote(prefix)} *`]),
    ...any.map(terms => `(${terms.map(quote).join(' OR ')})`),
  ]
  if (none.length === 0 || parts.length === 0) return parts.join(' AND ')
  return `(${parts.join(' AND ')}) NOT (${none.map(quote).join(' OR ')})`
}

function quote(term: string): string {
  return `"${term}"`
}
