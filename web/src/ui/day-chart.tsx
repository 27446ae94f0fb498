import { nice, ticks } from 'd3-array'
import { area, line } from 'd3-shape'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { formatCount, formatDay, formatShort } from '../lib/format.ts'
import styles from './day-chart.module.css'

const WIDTH = 1000
const HEIGHT = 220
const LEFT = 52
const TOP = 10
const BOTTOM = 28
const TICKS = 4
const MOST_DATES = 6

interface Day {
  /** UTC, as `2026-07-13`. */
  readonly date: string
  readonly value: number
}

interface DayChartProps {
  days: readonly Day[]
  label: string
  /** Names of the columns of the table, and of the button that shows it. */
  names: { readonly date: string; readonly value: string; readonly table: string }
}

/** A line over days, read by pointer and arrow keys, with the same numbers as a table. */
export function DayChart({ days, label, names }: DayChartProps) {
  const [chosen, setChosen] = useState<number | null>(null)
  const last = days.length - 1
  const onKeyDown = ({ key }: KeyboardEvent) => {
    const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
    if (step !== 0) setChosen(before => Math.min(last, Math.max(0, (before ?? last) + step)))
  }
  const onPointerMove = ({ currentTarget, clientX }: PointerEvent<SVGSVGElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const x = ((clientX - left) / width) * WIDTH
    setChosen(Math.min(last, Math.max(0, Math.round(((x - LEFT) / (WIDTH - LEFT)) * last))))
  }
  const day = chosen === null ? undefined : days[chosen]
  return (
    <figure className={styles.chart}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT + BOTTOM}`}
        role="img"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys read the values of the chart
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setChosen(null)}
        onBlur={() => setChosen(null)}
      >
        <Drawing days={days} chosen={chosen} />
      </svg>
      <p className={styles.value} aria-live="polite">
        {day !== undefined && `${formatDay(day.date)}: ${formatCount(day.value)}`}
      </p>
      <details>
        <summary>{names.table}</summary>
        <DayTable days={days} names={names} />
      </details>
    </figure>
  )
}

function Drawing({ days, chosen }: { days: readonly Day[]; chosen: number | null }) {
  const most = Math.max(1, ...days.map(({ value }) => value))
  const top = nice(0, most, TICKS)[1]
  const x = (index: number) => LEFT + (index / Math.max(1, days.length - 1)) * (WIDTH - LEFT)
  const y = (value: number) => HEIGHT - (value / top) * (HEIGHT - TOP)
  const shape = { x: (_: Day, index: number) => x(index), y: ({ value }: Day) => y(value) }
  const points = [...days]
  const every = Math.ceil(days.length / MOST_DATES)
  return (
    <>
      {ticks(0, top, TICKS).map(tick => (
        <g key={tick}>
          <line className={styles.rule} x1={LEFT} x2={WIDTH} y1={y(tick)} y2={y(tick)} />
          <text x={LEFT - 10} y={y(tick)} textAnchor="end" dominantBaseline="central">
            {formatShort(tick)}
          </text>
        </g>
      ))}
      {days.map(({ date }, index) =>
        index % every === 0 ? (
          <text key={date} x={x(index)} y={HEIGHT + 20}>
            {formatDay(date)}
          </text>
        ) : null,
      )}
      <path className={styles.area} d={area<Day>().x(shape.x).y1(shape.y).y0(HEIGHT)(points) ?? ''} />
      <path className={styles.line} d={line<Day>().x(shape.x).y(shape.y)(points) ?? ''} />
      {chosen !== null && (
        <>
          <line className={styles.cross} x1={x(chosen)} x2={x(chosen)} y1={0} y2={HEIGHT} />
          <circle cx={x(chosen)} cy={y(days[chosen]?.value ?? 0)} r="4" />
        </>
      )}
    </>
  )
}

function DayTable({ days, names }: Pick<DayChartProps, 'days' | 'names'>) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{names.date}</th>
          <th scope="col">{names.value}</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ date, value }) => (
          <tr key={date}>
            <th scope="row">{formatDay(date)}</th>
            <td>{formatCount(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
