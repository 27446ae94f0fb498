import type { Avatar, Platform } from '@avatary/contract/avatar'

/** The catalog as the bot asks it; listed avatars only. */
export interface BotCatalog {
  /** Best first, with the exact number of matches. */
  search(
    text: string,
    options: { platform: Platform | null; limit: number; offset: number },
  ): { total: number; avatars: readonly Avatar[] }
  random(platform: Platform | null): Avatar | null
  trending(limit: number): Promise<readonly Avatar[]>
}
