import { type ReactNode, useId } from 'react'
import type { Answer } from '../../lib/api.ts'
import { formatCount } from '../../lib/format.ts'
import styles from './counter-chart.module.css'
import { COUNTERS, type Counter } from './counters.ts'
import { DayChart } from './day-chart.tsx'
import { useCounterTexts } from './texts.ts'
import { Trend } from './trend.tsx'

type Overview = Answer<'GET /insights/overview'>

interface CounterChartProps {
  numbers: Pick<Overview, 'days' | 'window' | 'trend' | 'series'>
  selectedCounter: Counter
  onChoose: (counter: Counter) => void
  /** Replaces the line chart of the selected counter. */
  chart?: ReactNode
  /** Shown below the chart. */
  children?: ReactNode
}

/** The counters of a window with their trends, and a chart of the selected one by day. */
export function CounterChart({ numbers, selectedCounter, onChoose, chart, children }: CounterChartProps) {
  const texts = useCounterTexts()
  const name = useId()
  return (
    <>
      <fieldset className={styles.figures}>
        <legend className="visually-hidden">{texts.choose}</legend>
        {COUNTERS.map(counter => (
          <label key={counter}>
            <input
              type="radio"
              name={name}
              checked={counter === selectedCounter}
              onChange={() => onChoose(counter)}
            />
            <span className={styles.name}>{texts.counters[counter]}</span>
            <span className={styles.count}>
              {formatCount(numbers.window[counter])} <Trend percent={numbers.trend[counter]} />
            </span>
          </label>
        ))}
      </fieldset>
      {chart ?? (
        <DayChart
          days={numbers.series.map(day => ({ date: day.date, value: day[selectedCounter] }))}
          label={texts.chart(texts.counters[selectedCounter], numbers.days)}
          name={texts.counters[selectedCounter]}
        />
      )}
      {children}
    </>
  )
}
