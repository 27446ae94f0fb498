import { barsOf, PLATFORM_NAMES, type Platform, type Rating } from '../lib/avatar.ts'
import styles from './performance.module.css'
import { useUiTexts } from './texts.ts'

const HEIGHTS = [3, 5, 7, 9, 11]

/** Five bars, as many filled as the rating is good. */
export function PerformanceBars({ rating }: { rating: Rating | undefined }) {
  const filled = barsOf(rating)
  return (
    <svg className={styles.bars} viewBox="0 0 17 11" aria-hidden="true" data-rank={filled}>
      <path d={pathOf(filled, HEIGHTS.length)} />
      <path d={pathOf(0, filled)} data-on />
    </svg>
  )
}

/** Bars as one shape: each card has fifteen of them, and the grid many cards. */
function pathOf(from: number, to: number): string {
  const bars = HEIGHTS.slice(from, to).map((height, index) => {
    return `M${(from + index) * 3.5} ${11 - height}h2.5v${height}h-2.5z`
  })
  return bars.join('')
}

/** A platform with its rating: `PC ▂▃▅`. */
export function PlatformRating({ platform, rating }: { platform: Platform; rating: Rating | undefined }) {
  const texts = useUiTexts()
  const word = rating === undefined ? texts.notRated : texts.performance[rating]
  return (
    <span className={styles.platform} title={`${PLATFORM_NAMES[platform]}: ${word}`}>
      {PLATFORM_NAMES[platform]}
      <PerformanceBars rating={rating} />
      <span className="unseen">{word}</span>
    </span>
  )
}
