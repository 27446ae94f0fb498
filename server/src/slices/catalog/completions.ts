import type { Completions } from '@avatary/contract/suggest'
import { authorNameKey, BROWSE, type CatalogView, tagForm, totalOf } from '../../avatars/index.ts'
import { fold } from '../../kernel/text/fold.ts'
import { isUnspaced, wordRuns } from '../../kernel/text/tokenize.ts'
import { foldedWords } from '../../kernel/text/words.ts'
import { cutQuery, parseQuery } from './parse-query.ts'
import { isShownTag } from './tags.ts'

const AUTHOR_NAME = ['authorName'] as const

type CompletedView = Pick<CatalogView, 'search' | 'textsBeginningWith' | 'read'>

/**
 * Completions of a text that is being typed: terms, tags and creators, each with the number of avatars, most frequent
 * first. A term is completed at its last word, unless that is of a script without spaces.
 */
export function completions(view: CompletedView, q: string, limit: number): Completions {
  const text = cutQuery(q)
  return {
    terms: completedTerms(view, text, limit),
    tags: completedTags(view, text, limit),
    creators: completedCreators(view, text, limit),
  }
}

function completedTerms(view: CompletedView, q: string, limit: number): Completions['terms'] {
  const runs = wordRuns(fold(q))
  const last = runs.pop()
  if (last === undefined || isUnspaced(last)) return []
  const before = foldedWords(q).split(' ').slice(0, -1)
  return view
    .textsBeginningWith('words', last, limit)
    .map(({ text }) => [...before, text].join(' '))
    .map(term => ({ term, count: totalOf(view, parseQuery(term)) }))
    .filter(({ count }) => count > 0)
}

function completedTags(view: CompletedView, q: string, limit: number): Completions['tags'] {
  const beginning = tagForm(q)
  if (beginning === '') return []
  const found = view.textsBeginningWith('tags', beginning, limit)
  return found.filter(({ text }) => isShownTag(text)).map(({ text, count }) => ({ tag: text, count }))
}

function completedCreators(view: CompletedView, q: string, limit: number): Completions['creators'] {
  const beginning = authorNameKey(q)
  if (beginning === '') return []
  return view.textsBeginningWith('authors', beginning, limit).map(({ text, count }) => {
    const { slots } = view.search({
      ...BROWSE,
      author: { kind: 'name', foldedName: text },
      sort: 'popular',
      limit: 1,
    })
    return { name: view.read(AUTHOR_NAME, slots[0]!).authorName, count }
  })
}
