import { Link } from 'wouter'
import styles from '../../ui/row-name.module.css'
import type { InsightsRow } from './api.ts'

/** The name of an avatar, which links to its page, above the name of its creator. */
export function AvatarName({ row: { id, name, authorName } }: { row: InsightsRow }) {
  return (
    <span className={styles.name}>
      <Link href={`/avatar/${id}`}>
        <bdi>{name}</bdi>
      </Link>
      <bdi>{authorName}</bdi>
    </span>
  )
}
