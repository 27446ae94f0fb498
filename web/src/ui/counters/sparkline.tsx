import { formatCount } from '../../lib/format.ts'
import styles from './sparkline.module.css'
import { useCounterTexts } from './texts.ts'

const WIDTH = 104
const HEIGHT = 28
/** Space above and below the line for its thickness, in units of the view box like the other two. */
const PADDING = 2

/** A sparkline of the views of the last days, with the same numbers as text. */
export function Sparkline({ counts }: { counts: readonly number[] }) {
  const texts = useCounterTexts()
  const maxCount = Math.max(1, ...counts)
  const x = (index: number) => (index / Math.max(1, counts.length - 1)) * WIDTH
  const y = (count: number) => HEIGHT - PADDING - (count / maxCount) * (HEIGHT - 2 * PADDING)
  return (
    <svg
      className={styles.sparkline}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={texts.sparkline(counts.map(formatCount).join(', '))}
    >
      <polyline points={counts.map((count, index) => `${x(index)},${y(count)}`).join(' ')} />
      <circle cx={WIDTH} cy={y(counts.at(-1) ?? 0)} r="2" />
    </svg>
  )
}
