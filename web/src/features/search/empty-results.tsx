import { useQueries } from '@tanstack/react-query'
import { Link } from 'wouter'
import { formatCount } from '../../lib/format.ts'
import type { Results } from '../../lib/search-results.ts'
import { type ChangeSearch, platformOf, searchQuery } from '../../lib/url-state.ts'
import buttons from '../../ui/button.module.css'
import { State } from '../../ui/state.tsx'
import { Corrections } from './corrections.tsx'
import { type EmptyTexts, useEmptyTexts } from './empty-texts.ts'
import { MostViewed } from './home-head.tsx'
import { TagSpellings } from './tag-spellings.tsx'
import { totalOf } from './totals.ts'

/** Maximum number of words that are offered as searches of their own. */
const MAX_WORDS = 5

const AVATAR_ID_START = /avtr_[0-9a-f]{8}-/i

const EMPTY_SEARCH = {
  q: undefined,
  platform: undefined,
  minPerformance: undefined,
  tag: undefined,
  author: undefined,
}

interface EmptyResultsProps {
  results: Results
  change: ChangeSearch
}

/** Says why nothing was found, offers parts of the search that would find something, and shows other avatars. */
export function EmptyResults({ results, change }: EmptyResultsProps) {
  const texts = useEmptyTexts()
  const { search: state, corrections } = results
  const { q, platform, minPerformance, tag } = state
  const words = q === undefined ? [] : wordsOf(q)
  const totals = useQueries({ queries: words.map(word => totalOf({ ...state, q: word })) })
  const matchingWords = words
    .map((word, index) => ({ word, total: totals[index]?.data?.total ?? 0 }))
    .filter(({ total }) => total > 0)
  const isId = q !== undefined && AVATAR_ID_START.test(q)
  if (searchQuery({ ...state, platform: platformOf(state), sort: undefined }) === '')
    return (
      <State title={texts.none} text={texts.noneText}>
        <Link className={buttons.main} href="/submit">
          {texts.submit}
        </Link>
      </State>
    )
  return (
    <>
      <State
        {...(isId
          ? { title: texts.unknownId, text: texts.unknownIdText }
          : reasonOf(texts, q, matchingWords.length > 0))}
      >
        {isId && (
          <Link className={buttons.main} href={`/submit?${new URLSearchParams({ text: q })}`}>
            {texts.submitId}
          </Link>
        )}
        <Corrections
          corrections={corrections.map(({ q: text, total }) => ({ text, total }))}
          choose={text => change({ q: text })}
        />
        {tag !== undefined && <TagSpellings tag={tag} state={state} change={change} />}
        {matchingWords.map(({ word, total }) => (
          <button type="button" key={word} className={buttons.button} onClick={() => change({ q: word })}>
            <bdi>{word}</bdi>
            <small className="num">{formatCount(total)}</small>
          </button>
        ))}
        {platform !== undefined && (
          <button type="button" className={buttons.button} onClick={() => change({ platform: undefined })}>
            {texts.allPlatforms}
          </button>
        )}
        {minPerformance !== undefined && (
          <button
            type="button"
            className={buttons.button}
            onClick={() => change({ minPerformance: undefined })}
          >
            {texts.everyPerformance}
          </button>
        )}
        {tag !== undefined && (
          <button type="button" className={buttons.button} onClick={() => change({ tag: undefined })}>
            {texts.everyTag}
          </button>
        )}
        <button type="button" className={buttons.quiet} onClick={() => change(EMPTY_SEARCH)}>
          {texts.everything}
        </button>
      </State>
      <MostViewed />
    </>
  )
}

function reasonOf(texts: EmptyTexts, q: string | undefined, hasMatchingWords: boolean) {
  return {
    title: q === undefined ? texts.nothingFiltered : texts.nothing(<bdi>{q}</bdi>),
    text: hasMatchingWords ? texts.nothingText : texts.nothingTextAlone,
  }
}

/** The distinct words of a search that are searches of their own: none of its signs, and nothing that it excludes. */
function wordsOf(q: string): readonly string[] {
  const words: readonly string[] = q.match(/[^\s"()]+/g) ?? []
  const ownSearches = words.filter(word => word !== q && word !== 'OR' && !word.startsWith('-'))
  return [...new Set(ownSearches)].slice(0, MAX_WORDS)
}
