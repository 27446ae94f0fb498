import { failure } from '../../kernel/answer.ts'
import type { Person, SignedIn } from '../../kernel/person.ts'
import { authorIdOf, type FreshProfile } from '../identity/index.ts'

/** Recent profiles of people at the community site. */
export interface FreshProfiles {
  freshProfile(personKey: number): Promise<FreshProfile>
}

/** Finds the author that a person's profile links to as verified (spec, "Authentication", rule 5). */
async function ownerOf(profiles: FreshProfiles, { key }: Person) {
  const profile = await profiles.freshProfile(key)
  if (profile.kind === 'gone') return failure('sign_in_required')
  if (profile.kind === 'unavailable') {
    return failure(
      'upstream_unavailable',
      'The community site does not say at the moment which platform account is yours. Try again later.',
      { 'Retry-After': '60' },
    )
  }
  const platformAccount = profile.kind === 'fresh' ? profile.person.platformAccount : null
  if (platformAccount === null) return failure('no_verified_link')
  return { kind: 'owner', authorId: authorIdOf(platformAccount.id) } as const
}

/** Wraps a handler so that it runs only for verified creators, and refuses everybody else. */
export function forOwners(profiles: FreshProfiles) {
  return <Input extends SignedIn, Own>(work: (authorId: string, input: Input) => Promise<Own>) =>
    async (input: Input) => {
      const owner = await ownerOf(profiles, input.person)
      return owner.kind === 'owner' ? await work(owner.authorId, input) : owner
    }
}
