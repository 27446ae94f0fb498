import { type ReactNode, useRef } from 'react'
import { Link } from 'wouter'
import type { Avatar } from '../lib/avatar.ts'
import { formatCount, formatShort } from '../lib/format.ts'
import { useLive } from '../lib/live/live-state.ts'
import type { PlaceInResults } from '../lib/search-results.ts'
import styles from './avatar-card.module.css'
import { PlatformRating } from './performance.tsx'
import { Picture } from './picture.tsx'
import { SaveButton } from './save-button.tsx'
import { useUiTexts } from './texts.ts'
import { useAvatarKeys, useKeyNames } from './use-avatar-keys.ts'

interface AvatarCardProps {
  avatar: Avatar
  isOnFirstScreen?: boolean
  /** Its place in results, in a grid that is a single tab stop. */
  place?: PlaceInResults
  /** Keyboard shortcuts for it in its list, each preceded by a space. */
  moreKeys?: string
  /** Shown on top of the picture: a rank, a button. */
  children?: ReactNode
}

/** An avatar in a list. The whole card is the link's hit area. */
export function AvatarCard({ avatar, isOnFirstScreen = false, place, moreKeys, children }: AvatarCardProps) {
  const texts = useUiTexts()
  const card = useRef<HTMLElement>(null)
  const { views = avatar.views, isBlocked } = useLive(avatar.id)
  const onKeyDown = useAvatarKeys(avatar)
  const keyNames = useKeyNames(moreKeys)
  const tabIndex = place && -1
  if (isBlocked) {
    return (
      <div className={styles.card}>
        <p className={styles.blocked}>{texts.blocked}</p>
      </div>
    )
  }
  const shownViews = formatShort(views)
  const [textBefore, textAfter] = texts.views('|').split('|')
  return (
    <article ref={card} className={styles.card} onKeyDown={onKeyDown}>
      <Picture
        avatar={avatar}
        size={place === undefined ? 'shelf' : 'card'}
        isOnFirstScreen={isOnFirstScreen}
      />
      <h3 className={styles.name}>
        <Link
          href={`/avatar/${avatar.id}`}
          tabIndex={tabIndex}
          aria-keyshortcuts={keyNames}
          state={place}
          transition={place !== undefined}
          onClick={() => {
            const picture = card.current?.firstElementChild as HTMLElement
            if (place !== undefined) picture.style.viewTransitionName = 'avatar'
          }}
        >
          <bdi>{avatar.name}</bdi>
        </Link>
      </h3>
      <p className={styles.by}>
        <bdi>{avatar.authorName}</bdi>
        {/* An element that is kept would count as a layout shift when its width changes. */}
        <span key={shownViews} className={styles.views} title={texts.views(formatCount(views))}>
          {textBefore && <span className="visually-hidden">{textBefore}</span>}
          {shownViews}
          {textAfter && <span className="visually-hidden">{textAfter}</span>}
        </span>
      </p>
      <p className={styles.platforms}>
        {avatar.platforms.map(platform => (
          <PlatformRating key={platform} platform={platform} rating={avatar.performance[platform]} />
        ))}
      </p>
      <SaveButton avatar={avatar} tabIndex={tabIndex} />
      {children}
    </article>
  )
}

/** Skeleton of a card whose avatar is not loaded yet. */
export function CardSkeleton() {
  return (
    <div className={styles.card} aria-hidden="true">
      <span className={styles.blank} data-picture />
      <span className={styles.blank} />
      <span className={styles.blank} data-short />
    </div>
  )
}
