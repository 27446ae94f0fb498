import type { Avatar, Platform } from '@avatary/contract/avatar'
import { MAX_TRENDING_AVATARS } from '@avatary/contract/catalog'
import {
  AVATAR_SHAPE,
  type CatalogQuery,
  type CatalogView,
  EMPTY_QUERY,
  SENSITIVE_TAGS,
  tagForm,
} from '../../avatars/index.ts'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import { catalogQuery, type TrendingAvatars } from '../catalog/index.ts'

/**
 * Tags, in normal form, of avatars that are only shown in age-restricted channels: those that the platform hides from
 * people under 18, including derived ones, and words that creators use for the same.
 */
const ADULT_TAGS: readonly string[] = [
  ...SENSITIVE_TAGS,
  'nsfw',
  'dps',
  'sps',
  'adult',
  'erp',
  'hentai',
  'lewd',
  'nude',
  'r18',
  'r_18',
  '18+',
  '+18',
]

/** Avatars with `ADULT_TAGS` are only shown in age-restricted channels. */
export interface AgeRestriction {
  readonly isAgeRestricted: boolean
}

interface BotSearch extends AgeRestriction {
  readonly platform: Platform | null
  readonly limit: number
  readonly offset: number
}

/** The searches of the bot, which find listed avatars only. */
export interface BotCatalog {
  /** Returns the best matches in order, and the exact number of matches. */
  search(text: string, options: BotSearch): { total: number; avatars: readonly Avatar[] }
  random(options: AgeRestriction & { readonly platform: Platform | null }): Avatar | null
  trending(options: AgeRestriction & { readonly limit: number }): Promise<readonly Avatar[]>
}

export interface BotCatalogDeps extends Pick<SystemDeps, 'random'> {
  readonly view: CatalogView
  readonly trending: TrendingAvatars
}

/** Searches exclude adult avatars unless the channel is age-restricted. */
export function createBotCatalog({ view, trending, random }: BotCatalogDeps): BotCatalog {
  const read = (slots: readonly number[]) => slots.map(slot => view.read(AVATAR_SHAPE, slot))
  const search = (query: CatalogQuery, { isAgeRestricted }: AgeRestriction) => {
    const notTags = isAgeRestricted ? query.text.notTags : query.text.notTags.concat(ADULT_TAGS)
    return view.search({ ...query, text: { ...query.text, notTags } })
  }
  return {
    search: (text, { platform, limit, offset, ...restriction }) => {
      const query = catalogQuery({ q: text, sort: 'relevance', limit, offset })
      const { total, slots } = search({ ...query, platform }, restriction)
      return { total, avatars: read(slots) }
    },
    random: ({ platform, ...restriction }) => {
      const wholeCatalog: CatalogQuery = { ...EMPTY_QUERY, platform, sort: 'oldest', limit: 0 }
      const { total } = search(wholeCatalog, restriction)
      const offset = Math.floor(random() * total)
      return read(search({ ...wholeCatalog, offset, limit: 1 }, restriction).slots)[0] ?? null
    },
    trending: async ({ limit, ...restriction }) => {
      const mostViewedSlots = await trending.top(MAX_TRENDING_AVATARS)
      const popularSlots = search({ ...EMPTY_QUERY, sort: 'popular', limit }, restriction).slots
      const avatars = read([...new Set(mostViewedSlots.concat(popularSlots))])
      return avatars.filter(avatar => restriction.isAgeRestricted || !isAdult(avatar)).slice(0, limit)
    },
  }
}

const ADULT_TAG_SET: ReadonlySet<string> = new Set(ADULT_TAGS)

export function isAdult({ tags, aiTags }: Pick<Avatar, 'tags' | 'aiTags'>): boolean {
  return tags.concat(aiTags).some(tag => ADULT_TAG_SET.has(tagForm(tag)))
}
