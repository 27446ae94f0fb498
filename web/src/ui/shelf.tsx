import type { ReactNode } from 'react'
import type { Avatar } from '../lib/avatar.ts'
import { AvatarCard, CardSkeleton } from './avatar-card.tsx'
import styles from './shelf.module.css'

interface ShelfProps {
  /** Undefined while loading. */
  avatars: readonly Avatar[] | undefined
  isOnFirstScreen?: boolean
  /** Renders content on top of the picture at an index. */
  overlay?: (index: number) => ReactNode
}

const CARDS_ON_FIRST_SCREEN = 4

/** A row of avatars that scrolls horizontally. */
export function Shelf({ avatars, isOnFirstScreen = false, overlay }: ShelfProps) {
  return (
    <ol className={styles.shelf}>
      {avatars === undefined ? (
        <BlankCards />
      ) : (
        avatars.map((avatar, index) => (
          <li key={avatar.id}>
            <AvatarCard avatar={avatar} isOnFirstScreen={isOnFirstScreen && index < CARDS_ON_FIRST_SCREEN}>
              {overlay?.(index)}
            </AvatarCard>
          </li>
        ))
      )}
    </ol>
  )
}

function BlankCards() {
  return [1, 2, 3, 4, 5].map(index => (
    <li key={index}>
      <CardSkeleton />
    </li>
  ))
}
