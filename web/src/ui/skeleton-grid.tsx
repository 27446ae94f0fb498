import { CardSkeleton } from './avatar-card.tsx'
import styles from './skeleton-grid.module.css'

const BOXES = Array.from({ length: 12 }, (_, index) => index)

/** The boxes of a grid whose avatars are loading; they appear after 150 ms. */
export function SkeletonGrid() {
  return (
    <div className={styles.grid} aria-busy="true">
      {BOXES.map(index => (
        <CardSkeleton key={index} />
      ))}
    </div>
  )
}

/** The boxes of lines of text, which appear as those of a grid. */
export function SkeletonLines() {
  return (
    <div className={styles.lines} aria-busy="true">
      {BOXES.map(index => (
        <span key={index} />
      ))}
    </div>
  )
}
