import type { Completions } from '@avatary/contract/suggest'
import { wordsBeginningWith } from '../../ai-tags/query-tags.ts'
import { authorNameKey, type CatalogView, EMPTY_QUERY, tagForm, totalOf } from '../../avatars/index.ts'
import { isUnspaced } from '../../kernel/text/tokenize.ts'
import { wordForm } from '../../kernel/text/word-form.ts'
import { cutQuery, parseQuery } from './parse-query.ts'
import { type LastWord, lastWordOf, readItems } from './query-items.ts'
import { countWithTags, isShownTag } from './tags.ts'

const AUTHOR_NAME = ['authorName'] as const

type VocabularyWord = ReturnType<typeof vocabularyWords>[number]
type CompletedView = Pick<CatalogView, 'search' | 'textsBeginningWith' | 'read'>

/**
 * Completions of a text that is being typed: terms, tags and creators, each with the number of avatars, most frequent
 * first. A term is completed at its last word: by words of the index, or in scripts without spaces, where the index has
 * no words, by those of the vocabulary. A tag or creator begins with the whole text, so never with an exclusion.
 */
export function completions(view: CompletedView, q: string, limit: number): Completions {
  const text = cutQuery(q)
  const isExcluding = readItems(text).items.some(({ isExcluded }) => isExcluded)
  const lastWord = lastWordOf(text)
  const isLastUnspaced = lastWord !== null && isUnspaced(lastWord.word)
  const words = isLastUnspaced ? vocabularyWords(view, lastWord.word, limit) : null
  return {
    terms: lastWord === null ? [] : completedTerms(view, lastWord, words, limit),
    tags: isExcluding ? [] : completedTags(view, text, lastWord?.before === '' ? words : null, limit),
    creators: isExcluding ? [] : completedCreators(view, text, limit),
  }
}

function completedTerms(
  view: CompletedView,
  { before, word, after }: LastWord,
  words: readonly VocabularyWord[] | null,
  limit: number,
): Completions['terms'] {
  return (words ?? view.textsBeginningWith('words', wordForm(word), limit))
    .map(({ text }) => before + text + after)
    .map(term => ({ term, count: totalOf(view, parseQuery(term)) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
}

/**
 * Words of the vocabulary that begin with a run of a script without spaces, the most frequent tags first. Of words that
 * mean the same, only the first is kept.
 */
function vocabularyWords(view: CompletedView, run: string, limit: number) {
  const words = new Map(
    wordsBeginningWith(run)
      .toReversed()
      .map(word => [word.tags.join(), word]),
  )
  return [...words.values()]
    .map(word => ({ ...word, count: countWithTags(view, word.tags) }))
    .sort((a, b) => b.count - a.count)
    .slice(0, limit)
}

function completedTags(
  view: CompletedView,
  q: string,
  words: readonly VocabularyWord[] | null,
  limit: number,
): Completions['tags'] {
  const beginning = tagForm(q)
  if (beginning === '') return []
  const foundTags = view.textsBeginningWith('tags', beginning, limit).filter(({ text }) => isShownTag(text))
  const counts = new Map(foundTags.map(({ text, count }) => [text, count]))
  for (const { tags, count } of words ?? []) if (tags.length === 1 && count > 0) counts.set(tags[0]!, count)
  return Array.from(counts, ([tag, count]) => ({ tag, count }))
    .sort((a, b) => b.count - a.count)
    .slice(0, limit)
}

function completedCreators(view: CompletedView, q: string, limit: number): Completions['creators'] {
  const beginning = authorNameKey(q)
  if (beginning === '') return []
  return view.textsBeginningWith('authors', beginning, limit).map(({ text, count }) => {
    const { slots } = view.search({
      ...EMPTY_QUERY,
      author: { kind: 'name', foldedName: text },
      sort: 'popular',
      limit: 1,
    })
    return { name: view.read(AUTHOR_NAME, slots[0]!).authorName, count }
  })
}
