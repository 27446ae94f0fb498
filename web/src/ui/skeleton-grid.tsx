import { CardSkeleton } from './avatar-card.tsx'
import styles from './skeleton-grid.module.css'

const CARDS = Array.from({ length: 12 }, (_, index) => index)

/** The boxes of a grid whose avatars are loading; they appear after 150 ms. */
export function SkeletonGrid() {
  return (
    <div className={styles.grid}>
      {CARDS.map(index => (
        <CardSkeleton key={index} />
      ))}
    </div>
  )
}
