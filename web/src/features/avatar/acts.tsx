import { useEffect, useEffectEvent, useState } from 'react'
import Bookmark from '~icons/lucide/bookmark'
import Copy from '~icons/lucide/copy'
import Flag from '~icons/lucide/flag'
import Heart from '~icons/lucide/heart'
import Share from '~icons/lucide/share-2'
import { type Avatar, platformPageUrl } from '../../lib/avatar.ts'
import { formatCount } from '../../lib/format.ts'
import { useLive } from '../../lib/live/live-state.ts'
import { usePreferences } from '../../lib/preferences.ts'
import { useSettings } from '../../lib/settings.ts'
import buttons from '../../ui/button.module.css'
import { ExternalLink } from '../../ui/external-link.tsx'
import { LazyBoundary, lazyPart } from '../../ui/lazy-part.tsx'
import { useMarks } from '../../ui/marks.tsx'
import { MoreMenu } from '../../ui/more-menu.tsx'
import { useAvatarKeys } from '../../ui/use-avatar-keys.ts'
import { useCopy } from '../../ui/use-copy.ts'
import { WriteButton } from '../../ui/write-button.tsx'
import { track } from './api.ts'
import styles from './avatar.module.css'
import { useAvatarTexts } from './texts.ts'

const Report = lazyPart(() => import('./report.tsx'), 'Report')

export function Acts({ avatar }: { avatar: Avatar }) {
  const { id } = avatar
  const texts = useAvatarTexts()
  const copy = useCopy()
  const { openLinksInNewTab } = useSettings()
  const [{ keys }] = usePreferences()
  usePageKeys(avatar)
  return (
    <div className={styles.acts}>
      <ExternalLink
        className={buttons.main}
        href={platformPageUrl(id)}
        opensNewTab={openLinksInNewTab}
        onClick={() => track(id, 'outbound', 'avatar')}
      >
        {texts.open}
      </ExternalLink>
      <Marks avatar={avatar} />
      <button
        type="button"
        className={buttons.button}
        aria-keyshortcuts={keys ? 'c' : undefined}
        onClick={() => void copy(id)}
      >
        <Copy aria-hidden />
        {texts.copyId}
      </button>
      <MoreActs avatar={avatar} />
    </div>
  )
}

/** Sharing and reporting, which few visitors use. */
function MoreActs({ avatar }: { avatar: Avatar }) {
  const texts = useAvatarTexts()
  const share = useShare(avatar)
  const [isReporting, setReporting] = useState(false)
  const close = () => setReporting(false)
  return (
    <>
      <MoreMenu label={texts.more}>
        {choose => (
          <>
            <button type="button" onClick={choose(() => void share())}>
              <Share aria-hidden />
              {texts.share}
            </button>
            <button type="button" onClick={choose(() => setReporting(true))}>
              <Flag aria-hidden />
              {texts.report}
            </button>
          </>
        )}
      </MoreMenu>
      {isReporting && (
        <LazyBoundary close={close}>
          <Report avatar={avatar} close={close} />
        </LazyBoundary>
      )}
    </>
  )
}

/** Returns a function that shares the avatar's URL by the system's dialog, or copies it where there is none. */
function useShare({ id, name }: Avatar): () => Promise<void> {
  const copy = useCopy()
  return async () => {
    const url = `${location.origin}/avatar/${id}`
    if (navigator.share === undefined) return await copy(url)
    // Rejects when the visitor closes the dialog.
    await navigator.share({ title: name, url }).catch(() => {})
  }
}

/** The buttons to save and like; their numbers change at once. */
function Marks({ avatar }: { avatar: Avatar }) {
  const texts = useAvatarTexts()
  const { canMark, saved, liked, toggle } = useMarks()
  const { likes = avatar.likes } = useLive(avatar.id)
  const [{ keys }] = usePreferences()
  const isSaved = saved.has(avatar.id)
  if (!canMark) return null
  return (
    <>
      <WriteButton
        className={buttons.button}
        aria-keyshortcuts={keys ? 's' : undefined}
        aria-pressed={isSaved}
        onClick={() => toggle('saved', avatar)}
      >
        <Bookmark aria-hidden />
        {isSaved ? texts.saved : texts.save}
      </WriteButton>
      <WriteButton
        className={`${buttons.button} ${styles.like}`}
        aria-keyshortcuts={keys ? 'l' : undefined}
        aria-pressed={liked.has(avatar.id)}
        aria-label={texts.like(formatCount(likes))}
        onClick={() => toggle('liked', avatar)}
      >
        <Heart aria-hidden />
        <span className="num">{formatCount(likes)}</span>
      </WriteButton>
    </>
  )
}

/** Keyboard shortcuts for the page's avatar. A focused card handles them itself. */
function usePageKeys(avatar: Avatar): void {
  const onKey = useEffectEvent(useAvatarKeys(avatar))
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if ((event.target as Element).closest('main li:has(article)') === null) onKey(event)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}
