import { useDeferredValue, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useScrollMemory } from '../../lib/scroll.ts'
import { useTitle } from '../../lib/title.ts'
import { PageHead } from '../../ui/counters/page-head.tsx'
import { Overview } from './overview.tsx'
import { Ranking } from './ranking.tsx'
import { type ChangeInsights, insightsAddress, readInsights } from './state.ts'
import { useInsightsTexts } from './texts.ts'

/** The numbers of the whole catalog and of each avatar. */
export function InsightsPage() {
  const texts = useInsightsTexts()
  const queryString = useSearch()
  const state = useMemo(() => readInsights(queryString), [queryString])
  const [, navigate] = useLocation()
  useTitle(texts.title)
  // Renders the ranking's hundred rows, which are most of the work, after the page has responded to the tap that opened
  // it.
  const hasRanking = useDeferredValue(true, false)
  useScrollMemory(hasRanking)
  const change: ChangeInsights = (changes, isTyping = false) =>
    navigate(insightsAddress({ ...state, page: 1, ...changes }), { replace: isTyping })
  return (
    <>
      <PageHead
        heading={texts.heading}
        lead={texts.lead(<a href="/docs#counting">{texts.howCounted}</a>)}
        value={state.days}
        onChange={days => change({ days })}
      />
      <Overview state={state} change={change} />
      {hasRanking && <Ranking state={state} change={change} />}
    </>
  )
}
