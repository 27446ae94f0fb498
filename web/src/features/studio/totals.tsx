import { formatCount } from '../../lib/format.ts'
import chart from '../../ui/counters/counter-chart.module.css'
import { CounterChart } from '../../ui/counters/counter-chart.tsx'
import { SeriesCsv } from '../../ui/counters/series-csv.tsx'
import type { Overview } from './api.ts'
import { StackChart } from './stack-chart.tsx'
import type { ChangeStudio, StudioState } from './state.ts'
import styles from './studio.module.css'
import { useStudioTexts } from './texts.ts'

interface TotalsProps {
  overview: Overview
  /** True while the numbers of another window are shown. */
  isPlaceholder: boolean
  state: StudioState
  change: ChangeStudio
}

/** The sums over all avatars, and a chart of the selected counter by day. */
export function Totals({ overview, isPlaceholder, state: { view, page }, change }: TotalsProps) {
  const texts = useStudioTexts()
  const { lifetime } = overview
  return (
    <div className={chart.numbers} aria-busy={isPlaceholder}>
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
    </div>
  )
}
