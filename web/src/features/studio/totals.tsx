import Download from '~icons/lucide/download'
import { saveFile } from '../../lib/csv.ts'
import { formatCount } from '../../lib/format.ts'
import buttons from '../../ui/button.module.css'
import { CounterChart } from '../../ui/counters/counter-chart.tsx'
import type { Overview } from './api.ts'
import { daysCsv } from './days-csv.ts'
import type { ChangeStudio } from './page.tsx'
import { StackChart } from './stack-chart.tsx'
import type { StudioState } from './state.ts'
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
        chosen={view}
        onChoose={chosen => change({ view: chosen, page })}
        chart={<StackChart overview={overview} counter={view} />}
      >
        <button
          type="button"
          className={`${buttons.quiet} ${styles.daysCsv}`}
          onClick={() => saveFile(`avatary-studio-${overview.days}-days.csv`, daysCsv(overview))}
        >
          <Download aria-hidden />
          {texts.csvOfDays}
        </button>
      </CounterChart>
    </>
  )
}
