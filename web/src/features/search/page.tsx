import type { TypedRating } from '@avatary/contract/query-language'
import { Fragment, Suspense, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { formatCount } from '../../lib/format.ts'
import { useScrollMemory } from '../../lib/scroll.ts'
import { type Results as ResultsOfSearch, useResults } from '../../lib/search-results.ts'
import { allPlatforms, useSettings, withSettings } from '../../lib/settings.ts'
import { useTagNames } from '../../lib/tags/tag-names.ts'
import { useTitle } from '../../lib/title.ts'
import { type ChangeSearch, platformOf, readSearch, searchAddress } from '../../lib/url-state.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { minimumText } from '../../ui/minimum-text.ts'
import { ResultOrder } from '../../ui/result-controls.tsx'
import { Results } from '../../ui/results.tsx'
import { SearchHelp } from '../../ui/search-help.tsx'
import { useUiTexts } from '../../ui/texts.ts'
import { Filters } from './filters.tsx'
import { HomeHead } from './home-head.tsx'
import styles from './search.module.css'
import { nameOfSearch } from './search-name.ts'
import { useSearchTexts } from './texts.ts'

const EmptyResults = lazyPart(() => import('./empty-results.tsx'), 'EmptyResults')

/** Home and search are one page, whose state is in the address. */
export function SearchPage() {
  const texts = useSearchTexts()
  const uiTexts = useUiTexts()
  const queryString = useSearch()
  const settings = useSettings()
  const addressState = useMemo(() => readSearch(queryString), [queryString])
  const state = useMemo(() => withSettings(addressState, settings), [addressState, settings])
  const [, navigate] = useLocation()
  const results = useResults(state)
  const nameOf = {
    author: texts.author,
    tag: useTagNames(),
    minPerformance: (rating: TypedRating) => minimumText(rating, uiTexts),
  }
  useTitle(texts.title(nameOfSearch(addressState, nameOf)))
  useScrollMemory(!results.isLoading)
  const change: ChangeSearch = changes => {
    const clearsPlatform = 'platform' in changes && changes.platform === undefined
    navigate(
      searchAddress({
        ...addressState,
        ...changes,
        ...(clearsPlatform && { platform: allPlatforms(settings) }),
      }),
    )
  }
  // Depends on the address alone: a layout that changes when late results arrive is a layout shift.
  const isHome =
    searchAddress({ ...addressState, platform: platformOf(addressState), sort: undefined }) === '/'
  return (
    <>
      {isHome && <HomeHead />}
      {/* One element on both, so that the filters keep the focus when the first of them is chosen. */}
      <div className={isHome ? styles.home : undefined}>
        <Filters state={state} change={change} />
        <div className={styles.total}>
          <ResultsHeading isHome={isHome} results={results} />
          <ResultOrder state={state} onChange={sort => change({ sort })} />
        </div>
        <Warnings warnings={results.warnings} />
        {!isHome && results.total > 0 && <h2 className="visually-hidden">{uiTexts.results}</h2>}
        <Suspense>
          <Results results={results} empty={<EmptyResults results={results} change={change} />} />
        </Suspense>
      </div>
    </>
  )
}

function ResultsHeading({
  isHome,
  results: { search, total, isLoading, isPaused, error },
}: {
  isHome: boolean
  results: ResultsOfSearch
}) {
  const texts = useSearchTexts()
  const { results, waits } = useUiTexts()
  const isOffline = isPaused && !isLoading
  if (isHome) return <h2 aria-live="polite">{isOffline ? waits : texts.all}</h2>
  if (isOffline) return <h1 aria-live="polite">{waits}</h1>
  if (isLoading || (error !== null && total === 0)) return <h1>{search.q ?? results}</h1>
  const count = <b className="num">{formatCount(total)}</b>
  return (
    <h1 aria-live="polite">
      {/* Text nodes that are kept would count as a layout shift after a number of another width. */}
      <Fragment key={`${total} ${search.q}`}>
        {search.q === undefined
          ? texts.matches(count, total)
          : texts.matchesOf(
              count,
              total,
              <b>
                <bdi>{search.q}</bdi>
              </b>,
            )}
      </Fragment>
    </h1>
  )
}

function Warnings({ warnings }: Pick<ResultsOfSearch, 'warnings'>) {
  const texts = useSearchTexts()
  if (warnings.length === 0) return null
  return (
    <p className={styles.warnings} role="status">
      {texts.notUnderstood(<b>{warnings.map(({ text }) => text).join(', ')}</b>)} <SearchHelp />
    </p>
  )
}
