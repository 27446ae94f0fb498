import { useEffect, useState } from 'react'
import { type Avatar, hueOf, initialOf, pictureUrl, sensitiveTag } from '../lib/avatar.ts'
import { usePreferences } from '../lib/preferences.ts'
import { onReachable } from '../lib/reachable.ts'
import styles from './picture.module.css'
import { useUiTexts } from './texts.ts'

interface PictureProps {
  avatar: Pick<Avatar, 'id' | 'name' | 'imageUrl' | 'tags'>
  size: keyof typeof FILES
  /** True for pictures on the first screen, which load before others. */
  isOnFirstScreen?: boolean
  /** True to offer a button that reveals a sensitive picture; otherwise only the settings reveal it. */
  canReveal?: boolean
  /** A label that covers and blurs any picture until the visitor reveals it. */
  veil?: string
}

/** Widths of the requested files in pixels, and `sizes` of the picture on the page. */
const FILES = {
  thumb: { widths: [256], sizes: '80px' },
  card: { widths: [256, 512], sizes: '(width < 720px) 46vw, 230px' },
  shelf: { widths: [256, 512], sizes: '(width < 720px) 64vw, 300px' },
  page: { widths: [512, 1024], sizes: '(width < 960px) 100vw, 600px' },
} as const

/** An avatar's picture in 4:3, or its initial when there is no picture; blurred when it is sensitive. */
export function Picture({ avatar, size, isOnFirstScreen = false, canReveal = false, veil }: PictureProps) {
  const texts = useUiTexts()
  const [{ sensitive }] = usePreferences()
  // Kept by id, because a card shows another avatar when the results change.
  const [revealedId, setRevealedId] = useState<string | null>(null)
  const isRevealed = revealedId === avatar.id
  const tag = sensitive || isRevealed ? null : sensitiveTag(avatar)
  const reason = (tag && texts.sensitive[tag]) ?? (isRevealed ? undefined : veil)
  const { widths, sizes } = FILES[size]
  const file = `${avatar.id} ${size}`
  const attempt = useAttempt(file)
  const smallFile = size === 'page' ? smallFiles.get(avatar.id) : undefined
  const missingPicture = smallFile === undefined ? missingPictures.get(file) : undefined
  const isRequested = avatar.imageUrl !== '' && !missingPicture?.isResting
  const hasInitial = avatar.imageUrl === '' || missingPicture !== undefined
  return (
    // Keyed by avatar: with a reused element, Chromium would show the previous avatar's picture until the next one is
    // loaded.
    <span
      key={`${avatar.id} ${attempt}`}
      className={styles.picture}
      data-size={size}
      data-initial={hasInitial ? initialOf(avatar.name) : undefined}
      style={{ '--hue': hueOf(avatar.id) } as object}
    >
      {isRequested && (
        <img
          srcSet={widths.map(width => `${pictureUrl(avatar, width)} ${width}w`).join(', ')}
          sizes={sizes}
          src={pictureUrl(avatar, widths[0])}
          alt=""
          width="4"
          height="3"
          loading={isOnFirstScreen ? 'eager' : 'lazy'}
          fetchPriority={isOnFirstScreen ? 'high' : 'auto'}
          decoding="async"
          data-blurred={reason !== undefined || undefined}
          // Shows a card's small file, which is already loaded, until the large file is.
          style={{ backgroundImage: smallFile }}
          onLoad={({ currentTarget: image }) => {
            missingPictures.delete(file)
            delete image.parentElement!.dataset.initial
            alignTallPicture(image)
            // The picture may be transparent, so the small one behind it is removed.
            if (size === 'page') image.style.backgroundImage = ''
            else smallFiles.set(avatar.id, `url(${image.currentSrc})`)
          }}
          onError={({ currentTarget: image }) => {
            noteMissing(file)
            // Without React, because while the platform is unavailable, all pictures fail at each keystroke.
            if (smallFile === undefined) image.parentElement!.dataset.initial = initialOf(avatar.name)
          }}
        />
      )}
      {isRequested && reason !== undefined && (
        <span className={styles.reason}>
          {reason}
          {canReveal && (
            <button type="button" onClick={() => setRevealedId(avatar.id)}>
              {texts.showPicture}
            </button>
          )}
        </span>
      )}
    </span>
  )
}

/** Aligns tall pictures an eighth from the top, where faces usually are. */
function alignTallPicture(image: HTMLImageElement): void {
  if (image.naturalHeight >= image.naturalWidth) image.dataset.square = ''
}

/** Small files that cards have shown, as CSS images by avatar id; about 200 bytes each. */
const smallFiles = new Map<string, string>()

interface MissingPicture {
  readonly failureCount: number
  /** True until it may be requested again. */
  readonly isResting: boolean
}

/** The pictures that failed to load, by avatar id and size. */
const missingPictures = new Map<string, MissingPicture>()

/** Maximum number of missing pictures that are kept; the oldest are dropped first. */
const MAX_MISSING_PICTURES = 5000

/** Milliseconds before a missing picture is requested again; each further failure doubles them up to the longest. */
const FIRST_REST_MS = 5000
const LONGEST_REST_MS = 600_000

/** The functions by which mounted pictures request a file again, if it is theirs. */
const retryFunctions = new Set<(file: string) => void>()

/** The number of times that the picture was requested again because it was missing. */
function useAttempt(file: string): number {
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const retry = (missingFile: string) => {
      if (missingFile !== file || !missingPictures.has(file)) return
      endRest(file)
      setAttempt(count => count + 1)
    }
    retryFunctions.add(retry)
    const unsubscribe = onReachable(() => retry(file))
    return () => {
      retryFunctions.delete(retry)
      unsubscribe()
    }
  }, [file])
  return attempt
}

/** Notes that a picture failed to load, and retries it later, once the page is visible. */
function noteMissing(file: string): void {
  const previous = missingPictures.get(file)
  // Another card of the avatar has noted it.
  if (previous?.isResting) return
  const picture = { failureCount: (previous?.failureCount ?? 0) + 1, isResting: true }
  missingPictures.set(file, picture)
  if (missingPictures.size > MAX_MISSING_PICTURES)
    missingPictures.delete(missingPictures.keys().next().value!)
  const retry = () => {
    // A request meanwhile has replaced the entry.
    if (missingPictures.get(file) !== picture) return
    if (document.hidden) return addEventListener('visibilitychange', retry, { once: true })
    endRest(file)
    for (const retryFile of retryFunctions) retryFile(file)
  }
  setTimeout(retry, Math.min(FIRST_REST_MS * 2 ** (picture.failureCount - 1), LONGEST_REST_MS))
}

function endRest(file: string): void {
  missingPictures.set(file, { ...missingPictures.get(file)!, isResting: false })
}
