import { CardSkeleton } from './avatar-card.tsx'
import styles from './skeleton-grid.module.css'

const BOXES = Array.from({ length: 12 }, (_, index) => index)

export interface SkeletonProps {
  /** The page or part whose boxes they are, where it has others above or beside them. */
  page?: 'account' | 'avatar' | 'creator' | 'likes' | 'list' | 'saved' | undefined
}

/** The boxes of a grid whose avatars are loading; they appear after 150 ms. */
export function SkeletonGrid({ page }: SkeletonProps) {
  return (
    <div className={styles.grid} data-page={page} aria-busy="true">
      {BOXES.map(index => (
        <CardSkeleton key={index} />
      ))}
    </div>
  )
}

/** The boxes of lines of text, which appear as those of a grid. */
export function SkeletonLines({ page }: SkeletonProps) {
  return (
    <div className={styles.lines} data-page={page} aria-busy="true">
      {BOXES.map(index => (
        <span key={index} />
      ))}
    </div>
  )
}
