import type { Avatar, Platform } from '@avatary/contract/avatar'

/** Who is shown avatars: those with `ADULT_TAGS` in age-restricted channels alone. */
export interface Audience {
  readonly isAgeRestricted: boolean
}

interface BotSearch extends Audience {
  readonly platform: Platform | null
  readonly limit: number
  readonly offset: number
}

/** The catalog as the bot asks it; listed avatars only. */
export interface BotCatalog {
  /** Best first, with the exact number of matches. */
  search(text: string, options: BotSearch): { total: number; avatars: readonly Avatar[] }
  random(options: Audience & { readonly platform: Platform | null }): Avatar | null
  trending(options: Audience & { readonly limit: number }): Promise<readonly Avatar[]>
}
