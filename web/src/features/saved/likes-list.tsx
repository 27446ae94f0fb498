import { Link } from 'wouter'
import Heart from '~icons/lucide/heart'
import { formatCount } from '../../lib/format.ts'
import { useScrollMemory } from '../../lib/scroll.ts'
import { AvatarCard } from '../../ui/avatar-card.tsx'
import buttons from '../../ui/button.module.css'
import { CardGrid, type GridCardProps } from '../../ui/card-grid.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Waiting } from '../../ui/loading.tsx'
import { useMarks } from '../../ui/marks.tsx'
import corner from '../../ui/save-button.module.css'
import { SkeletonGrid } from '../../ui/skeleton-grid.tsx'
import { State } from '../../ui/state.tsx'
import { useUiTexts } from '../../ui/texts.ts'
import { WriteButton } from '../../ui/write-button.tsx'
import { type LikedAvatar, useLikes } from './api.ts'
import { useMayNameKeys } from './may-name-keys.ts'
import styles from './saved.module.css'
import { LIKES_ADDRESS } from './state.ts'
import { useSavedTexts } from './texts.ts'

/** The avatars that the person likes. */
export function LikesList() {
  const texts = useSavedTexts()
  const { find } = useUiTexts()
  const mayNameKeys = useMayNameKeys()
  const { total, isLoading, isPaused, error, retry, itemAt, onVisible } = useLikes()
  useScrollMemory(!isLoading)
  if (error !== null && total === 0) return <ErrorState error={error} retry={retry} />
  if (isPaused) return <Waiting />
  if (isLoading) return <SkeletonGrid page="likes" />
  if (total === 0) {
    return (
      <State title={texts.noLikes} text={texts.noLikesText(mayNameKeys)}>
        <Link className={buttons.main} href="/">
          {find}
        </Link>
      </State>
    )
  }
  return (
    <>
      <p className={styles.count} aria-live="polite">
        {texts.matches(formatCount(total), total)}
      </p>
      <h2 className="visually-hidden">{texts.likes}</h2>
      <CardGrid
        label={texts.likes}
        total={total}
        avatarAt={itemAt}
        onVisible={onVisible}
        address={LIKES_ADDRESS}
        Card={LikedCard}
      />
    </>
  )
}

function LikedCard({ avatar, ...card }: GridCardProps<LikedAvatar>) {
  const texts = useSavedTexts()
  const { liked, toggle } = useMarks()
  const name = avatar.name === '' ? texts.nameless : avatar.name
  return (
    <div className={styles.item} data-unavailable={!avatar.available || undefined}>
      <AvatarCard avatar={{ ...avatar, name }} {...card}>
        <WriteButton
          className={`${corner.corner} ${styles.like}`}
          tabIndex={-1}
          aria-pressed={liked.has(avatar.id)}
          aria-label={texts.unlike(name)}
          onClick={() => toggle('liked', avatar)}
        >
          <Heart aria-hidden />
        </WriteButton>
        {!avatar.available && <span className={styles.badge}>{texts.notListed}</span>}
      </AvatarCard>
    </div>
  )
}
