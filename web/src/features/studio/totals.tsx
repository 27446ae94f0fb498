import { formatCount } from '../../lib/format.ts'
import { CounterChart } from '../../ui/counters/counter-chart.tsx'
import { SeriesCsv } from '../../ui/counters/series-csv.tsx'
import type { Overview } from './api.ts'
import { StackChart } from './stack-chart.tsx'
import type { ChangeStudio, StudioState } from './state.ts'
import styles from './studio.module.css'
import { useStudioTexts } from './texts.ts'

interface TotalsProps {
  overview: Overview
  state: StudioState
  change: ChangeStudio
}

/** The sums over all avatars, and a chart of the selected counter by day. */
export function Totals({ overview, state: { view, page }, change }: TotalsProps) {
  const texts = useStudioTexts()
  const { lifetime } = overview
  return (
    <>
      <p className={styles.lifetime}>
        {texts.lifetime(formatCount(lifetime.views), formatCount(lifetime.likes))}
      </p>
      <CounterChart
        numbers={overview}
        selectedCounter={view}
        onChoose={counter => change({ view: counter, page })}
        chart={<StackChart overview={overview} counter={view} />}
      >
        <SeriesCsv series={overview.series} name={`avatary-studio-${overview.days}-days.csv`} />
      </CounterChart>
    </>
  )
}
