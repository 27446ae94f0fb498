import type { Upstream, UpstreamAnswer } from '../../../kernel/upstream.ts'
import { authorIdOf, CreatorsSchema, webAddress } from '../../identity/index.ts'
import type { AuthorProfile } from './store.ts'

export type ProfilesAnswer =
  | { readonly kind: 'profiles'; readonly profiles: readonly AuthorProfile[] }
  | { readonly kind: 'unavailable'; readonly retryAfterMs: number | null }

/** Asks the community site for the profiles of up to a hundred authors. */
export async function askForProfiles(
  upstream: Pick<Upstream, 'get'>,
  authorIds: readonly string[],
  signal?: AbortSignal,
): Promise<ProfilesAnswer> {
  const answer = await upstream.get('/api/creators', {
    query: { platform_ids: authorIds.join(',') },
    schema: CreatorsSchema,
    signal,
  })
  if (answer.kind !== 'ok') return { kind: 'unavailable', retryAfterMs: retryAfterOf(answer) }
  return { kind: 'profiles', profiles: profilesOf(authorIds, answer.value.creators) }
}

/** The profile of each requested author; null for those that the site does not name. Other authors are ignored. */
export function profilesOf(
  authorIds: readonly string[],
  creators: readonly { platform_id: string; profile: string }[],
): AuthorProfile[] {
  const urls = new Map<string, string>()
  for (const { platform_id, profile } of creators) {
    const authorId = authorIdOf(platform_id)
    const url = webAddress(profile)
    if (url !== null && !urls.has(authorId)) urls.set(authorId, url)
  }
  return authorIds.map(authorId => ({ authorId, url: urls.get(authorId) ?? null }))
}

function retryAfterOf(answer: UpstreamAnswer): number | null {
  return answer.kind === 'limited' || answer.kind === 'unavailable' ? answer.retryAfterMs : null
}
