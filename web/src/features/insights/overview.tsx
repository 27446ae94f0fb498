import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Download from '~icons/lucide/download'
import { csvOf, saveFile } from '../../lib/csv.ts'
import buttons from '../../ui/button.module.css'
import { CounterChart } from '../../ui/counters/counter-chart.tsx'
import { COUNTERS } from '../../ui/counters/counters.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Loading, Waiting } from '../../ui/loading.tsx'
import { type Overview as OverviewAnswer, overviewOf } from './api.ts'
import { Boards } from './boards.tsx'
import styles from './insights.module.css'
import type { ChangeInsights } from './page.tsx'
import type { InsightsState } from './state.ts'
import { useInsightsTexts } from './texts.ts'

interface OverviewProps {
  state: InsightsState
  change: ChangeInsights
}

/** Totals with trends, a chart of one of them, and the four leaderboards. */
export function Overview({ state: { days, view }, change }: OverviewProps) {
  const texts = useInsightsTexts()
  const { data, error, isPlaceholderData, isPaused, refetch } = useQuery({
    ...overviewOf(days),
    placeholderData: keepPreviousData,
  })
  if (isPlaceholderData && isPaused) return <Waiting />
  if (data === undefined) {
    return error === null ? <OverviewSkeleton /> : <ErrorState error={error} retry={() => void refetch()} />
  }
  return (
    <>
      <CounterChart numbers={data} chosen={view} onChoose={chosen => change({ view: chosen })}>
        <button
          type="button"
          className={`${buttons.quiet} ${styles.seriesCsv}`}
          onClick={() => saveFile(`avatary-${data.days}-days.csv`, seriesCsv(data))}
        >
          <Download aria-hidden />
          {texts.csvOfDays}
        </button>
      </CounterChart>
      <Boards boards={data.leaderboards} />
    </>
  )
}

function OverviewSkeleton() {
  return (
    <Loading className={styles.skeleton}>
      <div data-figures />
      <div data-chart />
      <div data-boards />
    </Loading>
  )
}

function seriesCsv({ series }: OverviewAnswer): string {
  return csvOf(
    ['date', ...COUNTERS],
    series.map(day => [day.date, ...COUNTERS.map(counter => day[counter])]),
  )
}
