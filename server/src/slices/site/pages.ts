import type { Avatar } from '@avatary/contract/avatar'
import { AVATAR_FORM, type CatalogView, listedSlot } from '../../avatars/index.ts'
import { JsonWriter } from '../../kernel/json-writer.ts'
import type { PageFacts } from './shell.ts'

export const NAME = 'Avatary'

/** A page of the site as a program sees it that runs no script. */
export interface SitePage {
  readonly status: 200 | 404
  readonly facts: PageFacts
}

const FACTS = {
  title: `${NAME}: avatars for VRChat`,
  description:
    'Search and browse avatars for VRChat, in any script: newest, most viewed, by creator and by tag.',
}

/** The home page, and the page of a search, which search engines leave out. */
export function searchPage(q: string | null): SitePage {
  if (q === null) return found({ ...FACTS, canonical: '/' })
  const canonical = `/?${new URLSearchParams({ q })}`
  return found({ ...FACTS, title: `${q} · ${NAME}`, canonical, isIndexed: false })
}

/** The page of an avatar; 404 when it is not listed. */
export function avatarPage(view: CatalogView, id: string): SitePage {
  const slot = listedSlot(view, id)
  if (slot === -1) return notFoundPage()
  const out = new JsonWriter()
  view.write(AVATAR_FORM, slot, out.reset())
  const avatar: Avatar = JSON.parse(out.toBuffer().toString())
  const { name, authorName, description } = avatar
  return found({
    title: `${name} – ${authorName} · ${NAME}`,
    description: description || `An avatar for VRChat by ${authorName}.`,
    canonical: `/avatar/${avatar.id}`,
    picture: `/api/avatars/${avatar.id}/image?size=512`,
    text: [`${name}, by ${authorName}`, description],
  })
}

/** The page of an address where there is none. */
function notFoundPage(): SitePage {
  const facts = { ...FACTS, title: `404 · ${NAME}`, canonical: '/', isIndexed: false }
  return { status: 404, facts }
}

export function found(facts: PageFacts): SitePage {
  return { status: 200, facts }
}
