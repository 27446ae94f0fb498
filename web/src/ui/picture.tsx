import { useState } from 'react'
import { type Avatar, hueOf, initialOf, pictureOf, sensitiveTag } from '../lib/avatar.ts'
import { usePreferences } from '../lib/preferences.ts'
import styles from './picture.module.css'
import { useUiTexts } from './texts.ts'

type PictureOf = Pick<Avatar, 'id' | 'name' | 'imageUrl' | 'tags'>

interface PictureProps {
  avatar: PictureOf
  size: keyof typeof FILES
  /** True for pictures of the first screen, which load before others. */
  isFirst?: boolean
  /** True when a button shows a sensitive picture; elsewhere only the settings do. */
  canReveal?: boolean
  /** Blurs any picture until the visitor asks for it; stands on top. */
  veil?: string
}

/** Files by their widths in pixels, and the width of the picture on the page. */
const FILES = {
  thumb: { widths: [256], sizes: '80px' },
  card: { widths: [256, 512], sizes: '(width < 720px) 46vw, 230px' },
  shelf: { widths: [256, 512], sizes: '(width < 720px) 64vw, 300px' },
  page: { widths: [512, 1024], sizes: '(width < 960px) 100vw, 600px' },
} as const

/** An avatar's picture: 4:3, an initial where there is none, blurred when it is sensitive. */
export function Picture({ avatar, size, isFirst = false, canReveal = false, veil }: PictureProps) {
  const texts = useUiTexts()
  const [{ sensitive }] = usePreferences()
  // A card shows another avatar when the results change.
  const [revealed, setRevealed] = useState<string | null>(null)
  const isRevealed = revealed === avatar.id
  const tag = sensitive || isRevealed ? null : sensitiveTag(avatar)
  const reason = (tag && texts.sensitive[tag]) ?? (isRevealed ? undefined : veil)
  const { widths, sizes } = FILES[size]
  if (avatar.imageUrl === '' || isMissing(avatar)) return <Initial key={avatar.id} avatar={avatar} />
  return (
    // Elements of its own: Chromium would show the picture of the avatar before until the next is loaded.
    <span key={avatar.id} className={styles.picture} data-size={size}>
      <img
        srcSet={widths.map(width => `${pictureOf(avatar, width)} ${width}w`).join(', ')}
        sizes={sizes}
        src={pictureOf(avatar, widths[0])}
        alt=""
        width="4"
        height="3"
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        decoding="async"
        data-blurred={reason !== undefined || undefined}
        // The small file of a card, which is there already, until the large one is.
        style={size === 'page' ? { backgroundImage: smallFiles.get(avatar.id) } : undefined}
        onLoad={({ currentTarget: image }) => {
          showsTop(image)
          // A picture may be transparent.
          if (size === 'page') image.style.backgroundImage = ''
          else smallFiles.set(avatar.id, `url(${image.currentSrc})`)
        }}
        onError={({ currentTarget: image }) => noteMissing(image.parentElement!, avatar)}
      />
      {reason !== undefined && (
        <span className={styles.reason}>
          {reason}
          {canReveal && (
            <button type="button" onClick={() => setRevealed(avatar.id)}>
              {texts.showPicture}
            </button>
          )}
        </span>
      )}
    </span>
  )
}

/** Square pictures are cut at the top eighth, where faces are. */
function showsTop(image: HTMLImageElement): void {
  if (image.naturalHeight >= image.naturalWidth) image.dataset.square = ''
}

/** Files that cards showed, as images of CSS, by the ids of their avatars: some 200 bytes each. */
const smallFiles = new Map<string, string>()

function Initial({ avatar }: { avatar: PictureOf }) {
  return (
    <span
      className={styles.picture}
      data-initial={initialOf(avatar.name)}
      style={{ '--hue': hueOf(avatar.id) } as object}
      aria-hidden="true"
    />
  )
}

/** When pictures did not come, by the ids of their avatars, in milliseconds of the page. */
const missingSince = new Map<string, number>()

/** Pictures of which that is kept; the first of them goes first. */
const MAX_MISSING = 5000

/** Milliseconds before a picture is asked for again, as the server does not ask the platform sooner. */
const AGAIN_MS = 30_000

function isMissing({ id }: PictureOf): boolean {
  const since = missingSince.get(id)
  return since !== undefined && performance.now() - since < AGAIN_MS
}

/** Makes the element an `Initial` without React: while the platform is away, all pictures fail at each keystroke. */
function noteMissing(place: HTMLElement, avatar: PictureOf): void {
  missingSince.set(avatar.id, performance.now())
  if (missingSince.size > MAX_MISSING) missingSince.delete(missingSince.keys().next().value!)
  place.dataset.initial = initialOf(avatar.name)
  place.style.setProperty('--hue', String(hueOf(avatar.id)))
  place.ariaHidden = 'true'
}
