import type { Upstream } from '../../kernel/upstream.ts'
import { CreatorsSchema, type Profile, profileOf, UserinfoSchema } from './profile.ts'

export type ProfileAnswer =
  | { readonly kind: 'profile'; readonly profile: Profile }
  /** The token has expired or was revoked. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'unavailable' }

export class Community {
  readonly #upstream: Upstream

  constructor({ upstream }: { upstream: Upstream }) {
    this.#upstream = upstream
  }

  async profileOfToken(token: string): Promise<ProfileAnswer> {
    const credentials = { kind: 'bearer', token } as const
    const answer = await this.#upstream.get('/oauth2/userinfo', { credentials, schema: UserinfoSchema })
    if (answer.kind === 'ok') return { kind: 'profile', profile: profileOf(answer.value) }
    const isRefused = answer.kind === 'refused' && (answer.status === 401 || answer.status === 403)
    return { kind: isRefused ? 'refused' : 'unavailable' }
  }

  /**
   * Asks whether the platform account is verified on a profile; null when the site does not answer.
   *
   * @param profile URL of the profile, in normal form.
   */
  async checkLink(platformId: string, profile: string): Promise<boolean | null> {
    const query = { platform_ids: platformId }
    const answer = await this.#upstream.get('/api/creators', { query, schema: CreatorsSchema })
    if (answer.kind !== 'ok') return null
    return answer.value.creators.some(
      creator => creator.platform_id === platformId && URL.parse(creator.profile)?.href === profile,
    )
  }
}
