import { DatabaseSync } from 'node:sqlite'
import { type Engine, normalise, normalisedWords, RESULT_COUNT } from './engine.ts'
import type { AvatarTexts } from './texts.ts'

/** Names weigh most, then authors and tags, as in the other engines. */
const RANK = 'bm25(avatars, 0, 10, 4, 1, 4)'

/**
 * FTS5 with bm25. All words must match, the last one as a prefix. If nothing matches, any word suffices (with the
 * trigram tokenizer: any three letters of the query, which finds mistyped words).
 */
export class Fts5Engine implements Engine {
  readonly title: string
  readonly #db = new DatabaseSync(':memory:')
  readonly #isTrigram: boolean

  constructor(tokenizer: 'unicode61' | 'trigram') {
    this.title = `SQLite FTS5, ${tokenizer}`
    this.#isTrigram = tokenizer === 'trigram'
    const tokenize = this.#isTrigram ? 'trigram' : 'unicode61 remove_diacritics 2'
    this.#db.exec(
      `create virtual table avatars using fts5(id unindexed, name, author, description, tags, tokenize='${tokenize}')`,
    )
  }

  async add(avatars: readonly AvatarTexts[]): Promise<void> {
    const insert = this.#db.prepare('insert into avatars values (?, ?, ?, ?, ?)')
    this.#db.exec('begin')
    for (const { id, name, author, description, tags, aiTags } of avatars)
      insert.run(id, ...[name, author, description, [...tags, ...aiTags].join(' ')].map(normalise))
    this.#db.exec('commit')
  }

  async best(q: string): Promise<string[]> {
    const words = normalisedWords(q)
    if (words.length === 0) return []
    const allWords = this.#isTrigram
      ? words.map(quote)
      : [...words.slice(0, -1).map(quote), `${quote(words.at(-1)!)}*`]
    const ids = this.#match(allWords.join(' AND '))
    if (ids.length > 0) return ids
    const anyWord = this.#isTrigram ? trigrams(normalise(q)).map(quote) : words.map(word => `${quote(word)}*`)
    return anyWord.length === 0 ? [] : this.#match(anyWord.join(' OR '))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#db.close()
  }

  #match(expression: string): string[] {
    const select = this.#db.prepare(
      `select id from avatars where avatars match ? order by ${RANK} limit ${RESULT_COUNT}`,
    )
    return select.all(expression).map(({ id }) => String(id))
  }
}

function trigrams(text: string): string[] {
  const characters = [...text]
  return characters.slice(2).map((_, i) => characters.slice(i, i + 3).join(''))
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
