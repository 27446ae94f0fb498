import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { Refusal } from '../../lib/api.ts'
import { formatCount } from '../../lib/format.ts'
import { useScrollMemory } from '../../lib/scroll.ts'
import { useResults } from '../../lib/search-results.ts'
import { useTitle } from '../../lib/title.ts'
import { type ChangeSearch, platformOf, readSearch, searchQuery } from '../../lib/url-state.ts'
import buttons from '../../ui/button.module.css'
import { ErrorState } from '../../ui/error-state.tsx'
import { Gone } from '../../ui/gone.tsx'
import { PerformanceChoice, PlatformChoice, ResultOrder } from '../../ui/result-controls.tsx'
import { Results } from '../../ui/results.tsx'
import { SearchWithin } from '../../ui/search-within.tsx'
import { State } from '../../ui/state.tsx'
import sticky from '../../ui/sticky-bar.module.css'
import { useUiTexts } from '../../ui/texts.ts'
import { type Creator, creatorOf } from './api.ts'
import styles from './creator.module.css'
import { CreatorHead } from './creator-head.tsx'
import { useCreatorTexts } from './texts.ts'
import { useMarkTyping } from './use-mark-typing.ts'

/** One creator: names, totals, and their avatars. */
export function CreatorPage({ id }: { id: string }) {
  const texts = useCreatorTexts()
  const { data, error, refetch } = useQuery(creatorOf(id))
  useTitle(data === undefined ? 'Avatary' : texts.title(data.name))
  if (error instanceof Refusal && error.status === 404) return <Gone texts={texts} />
  if (error !== null && data === undefined)
    return <ErrorState error={error} retry={() => void refetch()} heading="h1" />
  return (
    <>
      <CreatorHead creator={data} />
      <Avatars id={id} creator={data} />
    </>
  )
}

function Avatars({ id, creator }: { id: string; creator: Creator | undefined }) {
  const texts = useCreatorTexts()
  const uiTexts = useUiTexts()
  const queryString = useSearch()
  const [location, navigate] = useLocation()
  const markTyping = useMarkTyping()
  const state = useMemo(() => ({ ...readSearch(queryString), author: id }), [queryString, id])
  const results = useResults(state)
  useScrollMemory(!results.isLoading && creator !== undefined)
  const change: ChangeSearch = changes =>
    navigate(location + searchQuery({ ...state, author: undefined, ...changes }))
  const search = (q: string) => {
    markTyping()
    navigate(location + searchQuery({ ...state, author: undefined, q }), { replace: true })
  }
  const clear = () => change({ q: undefined, platform: undefined, minPerformance: undefined })
  const hasFailed = results.error !== null && results.total === 0
  const matches = !results.isLoading && !hasFailed && texts.matches(formatCount(results.total), results.total)
  return (
    <>
      <div className={`${sticky.bar} ${styles.controls}`}>
        <SearchWithin
          label={texts.searchWithin}
          clearLabel={texts.clear}
          value={new URLSearchParams(queryString).get('q') ?? ''}
          onChange={search}
        />
        <PlatformChoice value={platformOf(state)} onChange={platform => change({ platform })} />
        <PerformanceChoice
          value={state.minPerformance}
          onChange={minPerformance => change({ minPerformance })}
        />
        <div className={styles.order}>
          <p aria-live="polite">{results.isPaused && !results.isLoading ? uiTexts.waits : matches}</p>
          <ResultOrder state={state} onChange={sort => change({ sort })} />
        </div>
      </div>
      {results.total > 0 && <h2 className="visually-hidden">{uiTexts.results}</h2>}
      <Results
        results={results}
        empty={
          <State title={texts.nothing} text={texts.nothingText}>
            <button type="button" className={buttons.button} onClick={clear}>
              {texts.everything}
            </button>
          </State>
        }
      />
    </>
  )
}
