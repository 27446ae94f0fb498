import { area, type SeriesPoint, stack, stackOffsetDiverging } from 'd3-shape'
import { formatCount } from '../../lib/format.ts'
import type { Counter } from '../../ui/counters/counters.ts'
import { DayPlot, DayTable } from '../../ui/counters/day-plot.tsx'
import { useCounterTexts } from '../../ui/counters/texts.ts'
import type { Overview } from './api.ts'
import styles from './studio.module.css'
import { useStudioTexts } from './texts.ts'

interface Layer {
  readonly key: string
  readonly name: string
  readonly values: readonly number[]
}

/** The opacities of the layers: of the five leading avatars at most, and of all others. */
const OPACITIES = [0.95, 0.72, 0.54, 0.39, 0.27, 0.15]

const opacityOf = (index: number) => ({ '--opacity': OPACITIES[index] }) as object

/** A counter over all avatars by day: the most viewed ones stacked, and the others combined into one layer. */
export function StackChart({ overview, counter }: { overview: Overview; counter: Counter }) {
  const texts = useStudioTexts()
  const counterTexts = useCounterTexts()
  const dates = overview.series.map(({ date }) => date)
  const values = overview.series.map(day => day[counter])
  const layers = layersOf(overview, counter, texts.otherAvatars)
  const stacked = stack<unknown, number, Layer>()
    .keys(layers)
    .value((day, { values }) => values[day] ?? 0)
    .offset(stackOffsetDiverging)(dates.map((_, day) => day))
  const edges = stacked.flatMap(points => points.flat())
  const sums = { key: 'all', name: texts.allAvatars, values }
  return (
    <DayPlot
      dates={dates}
      values={values}
      range={[Math.min(0, ...edges), Math.max(0, ...edges)]}
      label={counterTexts.chart(counterTexts.counters[counter], overview.days)}
      spokenDetail={day =>
        layers.map(({ name, values }) => `${name} ${formatCount(values[day] ?? 0)}`).join(', ')
      }
      draw={({ x, y }) => {
        const shape = area<SeriesPoint<number>>()
          .x((_, day) => x(day))
          .y0(([from]) => y(from))
          .y1(([, to]) => y(to))
        return stacked.map((points, index) => (
          <path
            key={points.key.key}
            className={styles.layer}
            style={opacityOf(index)}
            d={shape(points) ?? ''}
          />
        ))
      }}
    >
      <ul className={styles.legend}>
        {layers.map(({ key, name }, index) => (
          <li key={key} style={opacityOf(index)}>
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
      <DayTable
        dates={dates}
        columns={[sums, ...layers].map(({ key, name, values }) => ({ key, name: <bdi>{name}</bdi>, values }))}
      />
    </DayPlot>
  )
}

/** A layer for each leading avatar, and a last one for the sum of all others. */
function layersOf({ leading, series, total }: Overview, counter: Counter, others: string): Layer[] {
  const layers = leading.map(({ id, name, series }) => ({
    key: id,
    name,
    values: series.map(day => day[counter]),
  }))
  if (total === layers.length) return layers
  const otherValues = series.map((day, index) =>
    layers.reduce((remaining, { values }) => remaining - (values[index] ?? 0), day[counter]),
  )
  return [...layers, { key: 'others', name: others, values: otherValues }]
}
