import type { Upstream, UpstreamAnswer } from '../../../kernel/upstream.ts'
import { CreatorsSchema, webAddress } from '../../identity/index.ts'
import { authorIdOf } from '../author-id.ts'
import type { AuthorProfile } from './store.ts'

export type Told =
  | { readonly kind: 'told'; readonly profiles: readonly AuthorProfile[] }
  /** Nothing is known of anybody. */
  | { readonly kind: 'silent'; readonly retryAfterMs: number | null }

/** Asks the community site for the profiles of at most a hundred authors (design, "The community site"). */
export async function askForProfiles(
  upstream: Pick<Upstream, 'get'>,
  authorIds: readonly string[],
  signal?: AbortSignal,
): Promise<Told> {
  const answer = await upstream.get('/api/creators', {
    query: { platform_ids: authorIds.join(',') },
    schema: CreatorsSchema,
    ...(signal && { signal }),
  })
  if (answer.kind !== 'ok') return { kind: 'silent', retryAfterMs: retryAfterOf(answer) }
  return { kind: 'told', profiles: profilesOf(authorIds, answer.value.creators) }
}

/** Of everybody who was asked for; whom the site does not name has no verified profile. Others are not looked at. */
export function profilesOf(
  authorIds: readonly string[],
  told: readonly { platform_id: string; profile: string }[],
): AuthorProfile[] {
  const urls = new Map<string, string>()
  for (const { platform_id, profile } of told) {
    const authorId = authorIdOf(platform_id)
    const url = webAddress(profile)
    if (url !== null && !urls.has(authorId)) urls.set(authorId, url)
  }
  return authorIds.map(authorId => ({ authorId, url: urls.get(authorId) ?? null }))
}

function retryAfterOf(answer: UpstreamAnswer): number | null {
  return answer.kind === 'limited' || answer.kind === 'unavailable' ? answer.retryAfterMs : null
}
