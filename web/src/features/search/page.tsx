import { useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { formatCount } from '../../lib/format.ts'
import { useScrollMemory } from '../../lib/scroll.ts'
import { useTitle } from '../../lib/title.ts'
import { type ChangeSearch, readSearch, SORTS, searchAddress, sortOf } from '../../lib/url-state.ts'
import { CardGrid } from '../../ui/card-grid.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonGrid } from '../../ui/skeleton-grid.tsx'
import { SortSelect } from '../../ui/sort-select.tsx'
import { EmptyResults } from './empty-results.tsx'
import { Filters } from './filters.tsx'
import { HomeHead } from './home-head.tsx'
import styles from './search.module.css'
import { useSearchTexts } from './texts.ts'
import { type Results, useResults } from './use-results.ts'

/** Home and search are one page, which its address describes. */
export function SearchPage() {
  const texts = useSearchTexts()
  const queryString = useSearch()
  const state = useMemo(() => readSearch(queryString), [queryString])
  const [, navigate] = useLocation()
  const results = useResults(state)
  useTitle(texts.title(state.q))
  useScrollMemory(!results.isLoading)
  const change: ChangeSearch = changed => navigate(searchAddress({ ...state, ...changed }))
  const isHome = searchAddress({ ...state, sort: 'recent' }) === searchAddress({ sort: 'recent' })
  return (
    <>
      {isHome && <HomeHead />}
      <Filters state={state} change={change} />
      <div className={styles.total}>
        <ResultsHeading isHome={isHome} results={results} />
        <SortSelect
          label={texts.sort}
          options={SORTS.map(sort => ({ value: sort, text: texts.sorts[sort] }))}
          value={sortOf(state)}
          onChange={sort => change({ sort })}
        />
      </div>
      <ResultsBody results={results} change={change} />
    </>
  )
}

function ResultsHeading({
  isHome,
  results: { shown, total, isLoading, error },
}: {
  isHome: boolean
  results: Results
}) {
  const texts = useSearchTexts()
  if (isHome) return <h2>{texts.all}</h2>
  if (isLoading || (error !== null && total === 0)) return <h1>{shown.q ?? texts.results}</h1>
  const count = <b className="num">{formatCount(total)}</b>
  return (
    <h1 aria-live="polite">
      {shown.q === undefined
        ? texts.matches(count, total)
        : texts.matchesOf(
            count,
            total,
            <b>
              <bdi>{shown.q}</bdi>
            </b>,
          )}
    </h1>
  )
}

function ResultsBody({ results, change }: { results: Results; change: ChangeSearch }) {
  const texts = useSearchTexts()
  if (results.error !== null && results.total === 0) {
    return <ErrorState error={results.error} retry={results.retry} />
  }
  if (results.isLoading) return <SkeletonGrid />
  if (results.total === 0) return <EmptyResults state={results.shown} change={change} />
  return (
    <CardGrid
      label={texts.results}
      total={results.total}
      avatarAt={results.avatarAt}
      onSight={results.see}
      isPending={results.isPending}
    />
  )
}
