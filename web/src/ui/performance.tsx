import { PLATFORM_NAMES, type Platform, type Rating } from '../lib/avatar.ts'
import styles from './performance.module.css'
import { useUiTexts } from './texts.ts'

const FILLED_BARS = { Excellent: 5, Good: 4, Medium: 3, Poor: 2, 'Very Poor': 1 }

/** Five bars; a better rating fills more of them, and none are filled without a rating. */
export function PerformanceBars({ rating }: { rating: Rating | undefined }) {
  const filledBars = rating === undefined ? 0 : FILLED_BARS[rating]
  return <span className={styles.bars} data-bars={filledBars} aria-hidden="true" />
}

/** A platform with its rating: `PC ▂▃▅`. */
export function PlatformRating({ platform, rating }: { platform: Platform; rating: Rating | undefined }) {
  const texts = useUiTexts()
  const ratingText = rating === undefined ? texts.notRated : texts.performance[rating]
  return (
    <span className={styles.platform} title={`${PLATFORM_NAMES[platform]}: ${ratingText}`}>
      {PLATFORM_NAMES[platform]}
      <PerformanceBars rating={rating} />
      <span className="visually-hidden">{ratingText}</span>
    </span>
  )
}
