import { CardSkeleton } from './avatar-card.tsx'
import styles from './skeleton-grid.module.css'

const BOX_INDEXES = Array.from({ length: 12 }, (_, index) => index)

export interface SkeletonProps {
  /** The page or section, if its skeleton has other boxes above or beside these. */
  page?: 'account' | 'avatar' | 'creator' | 'likes' | 'list' | 'saved' | undefined
}

/** The skeleton of a grid whose avatars are loading; it appears after 150 ms. */
export function SkeletonGrid({ page }: SkeletonProps) {
  return (
    <div
      className={styles.grid}
      data-page={page}
      data-view={new URLSearchParams(location.search).get('view')}
      aria-busy="true"
    >
      {BOX_INDEXES.map(index => (
        <CardSkeleton key={index} />
      ))}
    </div>
  )
}

/** A skeleton of lines of text, which appears like that of a grid. */
export function SkeletonLines({ page }: SkeletonProps) {
  return (
    <div className={styles.lines} data-page={page} aria-busy="true">
      {BOX_INDEXES.map(index => (
        <span key={index} />
      ))}
    </div>
  )
}
