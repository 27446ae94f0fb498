import { barsOf, PLATFORM_NAMES, type Platform, type Rating } from '../lib/avatar.ts'
import styles from './performance.module.css'
import { useUiTexts } from './texts.ts'

/** Five bars; a better rating fills more of them. */
export function PerformanceBars({ rating }: { rating: Rating | undefined }) {
  return <span className={styles.bars} data-bars={barsOf(rating)} aria-hidden="true" />
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
