import type { ReactNode } from 'react'
import type { Results as ResultsOfSearch } from '../lib/search-results.ts'
import { searchAddress } from '../lib/url-state.ts'
import { CardGrid } from './card-grid.tsx'
import { ErrorState } from './error-state.tsx'
import { SkeletonGrid } from './skeleton-grid.tsx'
import { State } from './state.tsx'
import { useUiTexts } from './texts.ts'

interface ResultsProps {
  results: ResultsOfSearch
  /** Shown when nothing was found. */
  empty: ReactNode
}

/** The results of a search, or the reason why there are none. */
export function Results({ results, empty }: ResultsProps) {
  const texts = useUiTexts()
  if (results.error !== null && results.total === 0) {
    return <ErrorState error={results.error} retry={results.retry} />
  }
  if (results.isLoading)
    return results.isWaiting ? <State title={texts.waits} text={texts.waitsText} /> : <SkeletonGrid />
  if (results.total === 0) return empty
  return (
    <CardGrid
      label={texts.results}
      total={results.total}
      avatarAt={results.itemAt}
      onSight={results.onSight}
      isPlaceholder={results.isPlaceholder}
      address={searchAddress(results.shown)}
    />
  )
}
