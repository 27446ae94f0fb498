import Download from '~icons/lucide/download'
import type { Answer } from '../../lib/api.ts'
import { csvOf, downloadFile } from '../../lib/csv.ts'
import buttons from '../button.module.css'
import styles from './counter-chart.module.css'
import { COUNTERS } from './counters.ts'
import { useCounterTexts } from './texts.ts'

type Series = Answer<'GET /insights/overview'>['series']

interface SeriesCsvProps {
  series: Series
  /** Name of the file. */
  name: string
  className?: string | undefined
}

/** A button below a chart that saves the counters of each day as CSV. */
export function SeriesCsv({ series, name, className = '' }: SeriesCsvProps) {
  const texts = useCounterTexts()
  return (
    <button
      type="button"
      className={`${buttons.quiet} ${styles.csv} ${className}`}
      onClick={() => downloadFile(name, seriesCsv(series))}
    >
      <Download aria-hidden />
      {texts.csvOfDays}
    </button>
  )
}

function seriesCsv(series: Series): string {
  return csvOf(
    ['date', ...COUNTERS],
    series.map(day => [day.date, ...COUNTERS.map(counter => day[counter])]),
  )
}
