import { nice, ticks } from 'd3-array'
import { line } from 'd3-shape'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { formatCount, formatDay, formatShort } from '../../lib/format.ts'
import { useWidth } from '../../lib/use-width.ts'
import styles from './day-chart.module.css'

const HEIGHT = 220
const LEFT = 44
const RIGHT = 8
const TOP = 10
const BOTTOM = 28
const TICKS = 4
/** Pixels that the text of a date takes with its space. */
const DATE_WIDTH = 84
/** Pixels between the middle of the box with a value and the edge of the chart. */
const BOX_SPACE = 56

export interface Day {
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
  const plot = useRef<HTMLDivElement>(null)
  const width = useWidth(plot)
  const [chosen, setChosen] = useState<number | null>(null)
  const [spoken, setSpoken] = useState('')
  const last = days.length - 1
  const scale = scaleOf(days, width)
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextDay(event.key, chosen ?? last, last)
    if (next === null) return
    event.preventDefault()
    setChosen(next)
    setSpoken(textOf(days[next]!))
  }
  const onPointerMove = ({ currentTarget, clientX }: PointerEvent<SVGSVGElement>) => {
    const x = clientX - currentTarget.getBoundingClientRect().left
    const share = (x - LEFT) / Math.max(1, width - LEFT - RIGHT)
    setChosen(Math.min(last, Math.max(0, Math.round(share * last))))
  }
  const day = chosen === null ? undefined : days[chosen]
  return (
    <figure className={styles.chart}>
      <div className={styles.plot} ref={plot}>
        <svg
          role="img"
          aria-label={label}
          height={HEIGHT + BOTTOM}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys read the values of the chart
          tabIndex={0}
          onKeyDown={onKeyDown}
          onPointerMove={onPointerMove}
          onPointerLeave={() => setChosen(null)}
          onBlur={() => setChosen(null)}
        >
          {width > 0 && <Drawing days={days} scale={scale} width={width} chosen={chosen} />}
        </svg>
        {day !== undefined && (
          <p className={styles.value} style={placeOf(scale, chosen ?? 0, day, width)}>
            <b>{formatCount(day.value)}</b> {formatDay(day.date)}
          </p>
        )}
      </div>
      <p className="unseen" aria-live="polite">
        {spoken}
      </p>
      <details>
        <summary>{names.table}</summary>
        <DayTable days={days} names={names} />
      </details>
    </figure>
  )
}

interface Scale {
  readonly top: number
  readonly x: (index: number) => number
  readonly y: (value: number) => number
}

/** The places of days and values in pixels; the axis includes 0, and goes below it for numbers that do. */
function scaleOf(days: readonly Day[], width: number): Scale & { readonly bottom: number } {
  const values = days.map(({ value }) => value)
  const [bottom, top] = nice(Math.min(0, ...values), Math.max(1, ...values), TICKS)
  return {
    top,
    bottom,
    x: index => LEFT + (index / Math.max(1, days.length - 1)) * (width - LEFT - RIGHT),
    y: value => HEIGHT - ((value - bottom) / (top - bottom)) * (HEIGHT - TOP),
  }
}

interface DrawingProps {
  days: readonly Day[]
  scale: ReturnType<typeof scaleOf>
  width: number
  chosen: number | null
}

function Drawing({ days, scale: { x, y, top, bottom }, width, chosen }: DrawingProps) {
  const path = line<Day>()
    .x((_, index) => x(index))
    .y(({ value }) => y(value))([...days])
  const every = Math.ceil((days.length * DATE_WIDTH) / Math.max(DATE_WIDTH, width - LEFT - RIGHT))
  return (
    <>
      {ticks(bottom, top, TICKS).map(tick => (
        <g key={tick}>
          <line className={styles.rule} x1={LEFT} x2={width} y1={y(tick)} y2={y(tick)} />
          <text x={LEFT - 10} y={y(tick)} textAnchor="end" dominantBaseline="central">
            {formatShort(tick)}
          </text>
        </g>
      ))}
      {days.map(({ date }, index) =>
        index % every === 0 ? (
          <text key={date} x={x(index)} y={HEIGHT + 20} textAnchor={index === 0 ? 'start' : 'middle'}>
            {formatDay(date)}
          </text>
        ) : null,
      )}
      <path className={styles.area} d={`${path ?? 'M0,0'}L${x(days.length - 1)},${y(0)}L${x(0)},${y(0)}Z`} />
      <path className={styles.line} d={path ?? ''} />
      {chosen !== null && (
        <>
          <line className={styles.cross} x1={x(chosen)} x2={x(chosen)} y1={TOP} y2={HEIGHT} />
          <circle cx={x(chosen)} cy={y(days[chosen]?.value ?? 0)} r="4.5" />
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

/** The day to which a key moves; null when it does not. */
function nextDay(key: string, index: number, last: number): number | null {
  if (key === 'ArrowRight') return Math.min(last, index + 1)
  if (key === 'ArrowLeft') return Math.max(0, index - 1)
  if (key === 'Home') return 0
  return key === 'End' ? last : null
}

/** Above the point, and inside of the chart. */
function placeOf({ x, y }: Scale, index: number, { value }: Day, width: number) {
  return {
    left: Math.min(width - BOX_SPACE, Math.max(BOX_SPACE, x(index))),
    top: Math.max(TOP, y(value) - 14),
  }
}

const textOf = ({ date, value }: Day) => `${formatDay(date)}: ${formatCount(value)}`
