import { Link } from 'wouter'
import type { InsightsRow } from './api.ts'
import styles from './insights.module.css'

/** The name of an avatar, which links to its page, above the name of its creator. */
export function AvatarName({ row: { id, name, authorName } }: { row: InsightsRow }) {
  return (
    <span className={styles.who}>
      <Link href={`/avatar/${id}`}>
        <bdi>{name}</bdi>
      </Link>
      <bdi>{authorName}</bdi>
    </span>
  )
}
