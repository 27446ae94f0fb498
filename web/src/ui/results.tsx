import { type ReactNode, useEffect, useEffectEvent } from 'react'
import type { Results as ResultsOfSearch } from '../lib/search-results.ts'
import { searchAddress } from '../lib/url-state.ts'
import { CardGrid } from './card-grid.tsx'
import { ErrorState } from './error-state.tsx'
import { SkeletonGrid } from './skeleton-grid.tsx'
import { State } from './state.tsx'
import { useUiTexts } from './texts.ts'
import { useToast } from './toast.tsx'

interface ResultsProps {
  results: ResultsOfSearch
  /** Shown when nothing was found. */
  empty: ReactNode
}

/** The results of a search, or the reason why there are none. */
export function Results({ results, empty }: ResultsProps) {
  const texts = useUiTexts()
  useErrorToast(results)
  if (results.error !== null && results.total === 0) {
    return <ErrorState error={results.error} retry={results.retry} />
  }
  if (results.isLoading)
    return results.isPaused ? <State title={texts.waits} text={texts.waitsText} /> : <SkeletonGrid />
  if (results.total === 0) return empty
  return (
    <CardGrid
      label={texts.results}
      total={results.total}
      avatarAt={results.itemAt}
      onVisible={results.onVisible}
      isPlaceholder={results.isPlaceholder}
      address={searchAddress(results.search)}
    />
  )
}

/** Says by a toast why a part of the results did not load, in whose place skeletons are shown. */
function useErrorToast({ error, total, retry }: ResultsOfSearch): void {
  const texts = useUiTexts()
  const toast = useToast()
  const show = useEffectEvent((error: Error) => {
    toast({ text: texts.errorReason(error), action: { label: texts.retry, run: retry } })
  })
  const partError = total > 0 ? error : null
  useEffect(() => {
    if (partError !== null) show(partError)
  }, [partError])
}
