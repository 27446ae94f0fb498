import { keepPreviousData, useQuery } from '@tanstack/react-query'
import chart from '../../ui/counters/counter-chart.module.css'
import { CounterChart } from '../../ui/counters/counter-chart.tsx'
import { SeriesCsv } from '../../ui/counters/series-csv.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Loading, Waiting } from '../../ui/loading.tsx'
import { overviewOf } from './api.ts'
import { Boards } from './boards.tsx'
import styles from './insights.module.css'
import type { ChangeInsights, InsightsState } from './state.ts'

interface OverviewProps {
  state: InsightsState
  change: ChangeInsights
}

/** Totals with trends, a chart of one of them, and the four leaderboards. */
export function Overview({ state: { days, view }, change }: OverviewProps) {
  const { data, error, isPlaceholderData, isPaused, refetch } = useQuery({
    ...overviewOf(days),
    placeholderData: keepPreviousData,
  })
  if (isPlaceholderData && isPaused) return <Waiting />
  if (data === undefined) {
    return error === null ? <OverviewSkeleton /> : <ErrorState error={error} retry={() => void refetch()} />
  }
  return (
    <div className={chart.numbers} aria-busy={isPlaceholderData}>
      <CounterChart numbers={data} selectedCounter={view} onChoose={counter => change({ view: counter })}>
        <SeriesCsv series={data.series} name={`avatary-${data.days}-days.csv`} className={styles.csv} />
      </CounterChart>
      <Boards boards={data.leaderboards} />
    </div>
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
