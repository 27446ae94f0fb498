import styles from './day-chart.module.css'
import { DayPlot, DayTable } from './day-plot.tsx'

interface Day {
  /** A UTC day such as `2026-07-13`. */
  readonly date: string
  readonly value: number
}

interface DayChartProps {
  days: readonly Day[]
  label: string
  /** The name of the values. */
  name: string
}

/** A line chart over days, which the pointer and arrow keys explore; a table has the same numbers. */
export function DayChart({ days, label, name }: DayChartProps) {
  const dates = days.map(({ date }) => date)
  const values = days.map(({ value }) => value)
  return (
    <DayPlot
      dates={dates}
      values={values}
      range={[Math.min(...values), Math.max(...values)]}
      label={label}
      draw={({ x, y }) => {
        const points = values.map((value, day) => `${x(day)},${y(value)}`).join(' ')
        return (
          <>
            <polygon
              className={styles.area}
              points={`${x(0)},${y(0)} ${points} ${x(days.length - 1)},${y(0)}`}
            />
            <polyline className={styles.line} points={points} />
          </>
        )
      }}
    >
      <DayTable dates={dates} columns={[{ key: 'value', name, values }]} />
    </DayPlot>
  )
}
