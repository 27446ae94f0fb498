import { AVATAR_SHAPE, type CatalogView, listedSlot, SENSITIVE_TAGS } from '../../avatars/index.ts'
import { API_PREFIX } from '../../kernel/addresses.ts'
import type { Locale } from '../../kernel/appearance.ts'
import { type Html, html, isolateDirection } from '../../kernel/html.ts'
import { creatorOf } from '../catalog/index.ts'
import type { PicturePreload } from './shell.ts'
import { foundPage, SITE_NAME, type SitePage } from './site-page.ts'
import { TEXTS } from './texts.ts'

/** The page of an avatar; a 404 when it is not listed. */
export function avatarPage(view: CatalogView, id: string, locale: Locale): SitePage {
  const slot = listedSlot(view, id)
  if (slot === -1) return notFoundPage(locale)
  const { avatarBy, byline } = TEXTS[locale]
  const avatar = view.read(AVATAR_SHAPE, slot)
  const { name, authorName, description } = avatar
  const hasPicture = avatar.imageUrl !== ''
  // Link previews on other sites would show the picture without our blur.
  const isSensitive = avatar.tags.some(tag => SENSITIVE_TAGS.includes(tag))
  return foundPage(
    'avatar',
    {
      title: `${name} · ${authorName} · ${SITE_NAME}`,
      description: description || avatarBy(authorName),
      canonical: `/avatar/${avatar.id}`,
      picture: hasPicture && !isSensitive ? `/api/avatars/${avatar.id}/image?size=512` : undefined,
      preload: hasPicture ? pagePicture(avatar.id) : undefined,
      heading: html`${isolateDirection(name)} · ${isolateDirection(authorName)} · ${SITE_NAME}`,
      text: [byline(isolateDirection(name), isolateDirection(authorName)), isolateDirection(description)],
    },
    { [`${API_PREFIX}/avatars/${avatar.id}`]: avatar },
  )
}

/**
 * The picture in the sizes that `web/src/ui/picture.tsx` uses on an avatar's page, so that the browser fetches it once.
 */
function pagePicture(id: string): PicturePreload {
  const at = (width: number) => `${API_PREFIX}/avatars/${id}/image?size=${width}`
  return { srcset: `${at(512)} 512w, ${at(1024)} 1024w`, sizes: '(width < 960px) 100vw, 600px' }
}

/** The page of a creator; a 404 when none of their avatars is listed. */
export function creatorPage(view: CatalogView, authorId: string, locale: Locale): SitePage {
  const creator = creatorOf(view, authorId)
  if (creator === null) return notFoundPage(locale)
  const { id, name, avatars } = creator
  const { avatarsBy, avatarsOf } = TEXTS[locale]
  const description = avatarsOf(name, avatars)
  const facts = {
    title: `${avatarsBy(name)} · ${SITE_NAME}`,
    description,
    canonical: `/creator/${encodeURIComponent(id)}`,
    heading: html`${withIsolated(avatarsBy, name)} · ${SITE_NAME}`,
    text: [withIsolated(text => avatarsOf(text, avatars), name)],
  }
  return foundPage('creator', facts, { [`${API_PREFIX}/creators/${id}`]: creator })
}

/** A sentence with a text that a person wrote, which is isolated. */
function withIsolated(sentence: (text: string) => string, text: string): Html {
  const [before, after] = sentence('\0').split('\0')
  return html`${before!}${isolateDirection(text)}${after!}`
}

export function notFoundPage(locale: Locale): SitePage {
  const { description } = TEXTS[locale]
  return {
    status: 404,
    facts: { title: `404 · ${SITE_NAME}`, description, canonical: '/', isIndexed: false },
  }
}
