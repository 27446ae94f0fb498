import { nice, ticks } from 'd3-array'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { formatCount, formatShort } from '../../lib/format.ts'
import { formatDay } from '../../lib/format-times.ts'
import { useWidth } from '../../lib/use-width.ts'
import styles from './day-plot.module.css'
import { useCounterTexts } from './texts.ts'

/** Pixels from the top of the drawing to the axis of dates. */
const HEIGHT = 220
/** Margins of the plotted area in pixels. */
const LEFT = 44
const RIGHT = 8
const TOP = 10
const BOTTOM = 28
/** Approximate number of horizontal lines; the axis reaches at least this value, so that lines are at integers. */
const TICK_COUNT = 4
/** Pixels that a date's text takes, with space around it. */
const DATE_WIDTH = 84
/** Minimum pixels between the centre of the value box and the edge of the chart. */
const BOX_SPACE = 56

/** Positions of days and values in pixels. */
interface Scale {
  readonly x: (index: number) => number
  readonly y: (value: number) => number
}

interface DayPlotProps {
  /** UTC days such as `2026-07-13`. */
  dates: readonly string[]
  /** The values of the days, which the pointer and arrow keys explore. */
  values: readonly number[]
  /** The minimum and maximum of the drawn values; the axis includes 0. */
  range: readonly [number, number]
  label: string
  draw: (scale: Scale) => ReactNode
  /** Additional text about a day for screen readers. */
  spokenDetail?: (index: number) => string
  /** Shown below the drawing. */
  children: ReactNode
}

/**
 * The frame of a chart over days: axes, and a box with the value of the day under the pointer or chosen by arrow keys.
 */
export function DayPlot({ dates, values, range, label, draw, spokenDetail, children }: DayPlotProps) {
  const plot = useRef<HTMLDivElement>(null)
  const width = useWidth(plot)
  const [dayIndex, setDayIndex] = useState<number | null>(null)
  const [spokenText, setSpokenText] = useState('')
  const lastIndex = dates.length - 1
  const [axisMin, axisMax] = nice(Math.min(0, range[0]), Math.max(TICK_COUNT, range[1]), TICK_COUNT)
  const scale: Scale = {
    x: index => LEFT + (index / Math.max(1, lastIndex)) * (width - LEFT - RIGHT),
    y: value => HEIGHT - ((value - axisMin) / (axisMax - axisMin)) * (HEIGHT - TOP),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextDayIndex(event.key, dayIndex ?? lastIndex, lastIndex)
    if (next === null) return
    event.preventDefault()
    setDayIndex(next)
    const text = `${formatDay(dates[next] ?? '')}: ${formatCount(values[next] ?? 0)}`
    setSpokenText(spokenDetail === undefined ? text : `${text}. ${spokenDetail(next)}`)
  }
  const onPointerMove = ({ currentTarget, clientX }: PointerEvent<SVGSVGElement>) => {
    const x = clientX - currentTarget.getBoundingClientRect().left
    const share = (x - LEFT) / Math.max(1, width - LEFT - RIGHT)
    setDayIndex(Math.min(lastIndex, Math.max(0, Math.round(share * lastIndex))))
  }
  const value = dayIndex === null ? undefined : values[dayIndex]
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
          onPointerLeave={() => setDayIndex(null)}
          onBlur={() => setDayIndex(null)}
        >
          {width > 0 && (
            <>
              <Axes dates={dates} scale={scale} width={width} range={[axisMin, axisMax]} />
              {draw(scale)}
              {dayIndex !== null && <Crosshair x={scale.x(dayIndex)} y={scale.y(value ?? 0)} />}
            </>
          )}
        </svg>
        {dayIndex !== null && value !== undefined && (
          <p className={styles.value} style={boxPosition(scale, dayIndex, value, width)}>
            <b>{formatCount(value)}</b> {formatDay(dates[dayIndex] ?? '')}
          </p>
        )}
      </div>
      <p className="visually-hidden" aria-live="polite">
        {spokenText}
      </p>
      {children}
    </figure>
  )
}

interface AxesProps {
  dates: readonly string[]
  scale: Scale
  width: number
  range: readonly [number, number]
}

function Axes({ dates, scale: { x, y }, width, range: [min, max] }: AxesProps) {
  const daysPerLabel = Math.ceil((dates.length * DATE_WIDTH) / Math.max(DATE_WIDTH, width - LEFT - RIGHT))
  return (
    <>
      {ticks(min, max, TICK_COUNT).map(tick => (
        <g key={tick}>
          <line className={styles.rule} x1={LEFT} x2={width} y1={y(tick)} y2={y(tick)} />
          <text x={LEFT - 10} y={y(tick)} textAnchor="end" dominantBaseline="central">
            {formatShort(tick)}
          </text>
        </g>
      ))}
      {dates.map((date, index) =>
        index % daysPerLabel === 0 ? (
          <text
            key={date}
            x={x(index)}
            y={HEIGHT + 20}
            textAnchor={index === dates.length - 1 ? 'end' : 'middle'}
          >
            {formatDay(date)}
          </text>
        ) : null,
      )}
    </>
  )
}

function Crosshair({ x, y }: { x: number; y: number }) {
  return (
    <>
      <line className={styles.crosshair} x1={x} x2={x} y1={TOP} y2={HEIGHT} />
      <circle cx={x} cy={y} r="4.5" />
    </>
  )
}

interface DayTableProps {
  dates: readonly string[]
  columns: readonly { readonly key: string; readonly name: ReactNode; readonly values: readonly number[] }[]
}

/** The numbers of a chart as a table, which a button shows. */
export function DayTable({ dates, columns }: DayTableProps) {
  const texts = useCounterTexts()
  return (
    <details>
      <summary>{texts.asTable}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll a table that is wider than the page */}
      <section className={styles.numbers} aria-label={texts.asTable} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.date}</th>
              {columns.map(({ key, name }) => (
                <th key={key} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {dates.map((date, index) => (
              <tr key={date}>
                <th scope="row">{formatDay(date)}</th>
                {columns.map(({ key, values }) => (
                  <td key={key}>{formatCount(values[index] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}

/** The index of the day to which a key moves; null when the key does not move. */
function nextDayIndex(key: string, index: number, lastIndex: number): number | null {
  if (key === 'ArrowRight') return Math.min(lastIndex, index + 1)
  if (key === 'ArrowLeft') return Math.max(0, index - 1)
  if (key === 'Home') return 0
  return key === 'End' ? lastIndex : null
}

/** The position of the value box: above the point, but inside of the chart. */
function boxPosition({ x, y }: Scale, index: number, value: number, width: number) {
  return {
    left: Math.min(width - BOX_SPACE, Math.max(BOX_SPACE, x(index))),
    top: Math.max(TOP, y(value) - 14),
  }
}
