import type { PlatformAvatar } from '../platform/platform-sim.ts'

/** A person of the community site, with the fields of its userinfo. */
export interface CommunityPerson {
  readonly sub: string
  readonly username: string
  readonly name: string
  readonly picture?: string | null
  readonly email?: string
  /** The account linked on the profile; ignored unless verified. */
  readonly platform_account?: {
    readonly id: string
    readonly display_name: string
    readonly verified: boolean
  } | null
  /** Text about the person on the sign-in page. */
  readonly about?: string
}

/** The `sub` of the demo's administrator. */
export const DEMO_ADMIN = 'demo-admin'

/** The person of the demo who has saved and likes avatars. */
export const DEMO_COLLECTOR = {
  sub: 'demo-collector',
  username: 'yuki',
  name: 'Yuki',
  email: 'yuki@demo.example',
  about: 'Plays, and has saved avatars in groups',
} as const satisfies CommunityPerson

/**
 * Creates the people whom visitors of the demo can sign in as.
 * @param avatars the demo catalog; the author with the most of them becomes the verified creator.
 */
export function demoPeople(avatars: readonly PlatformAvatar[]): CommunityPerson[] {
  const creator = mostProductive(avatars)
  return [
    {
      sub: 'demo-player',
      username: 'momo',
      name: 'Momo',
      email: 'momo@demo.example',
      about: 'Plays, and looks for avatars',
    },
    DEMO_COLLECTOR,
    {
      sub: 'demo-creator',
      username: 'creator',
      name: creator?.name ?? 'Creator',
      email: 'creator@demo.example',
      platform_account: creator && { id: creator.id, display_name: creator.name, verified: true },
      about: `Creator with a verified platform account and ${creator?.count ?? 0} avatars`,
    },
    {
      sub: 'demo-newcomer',
      username: 'newcomer',
      name: 'Newcomer',
      email: 'newcomer@demo.example',
      platform_account: creator && { id: creator.id, display_name: creator.name, verified: false },
      about: 'Claims to be that creator, which is not verified',
    },
    {
      sub: DEMO_ADMIN,
      username: 'admin',
      name: 'Admin',
      email: 'admin@demo.example',
      about: 'Looks after this server',
    },
  ]
}

interface Author {
  readonly id: string
  readonly name: string
  readonly count: number
}

function mostProductive(avatars: readonly PlatformAvatar[]): Author | null {
  const authors = new Map<string, Author>()
  for (const { authorId, authorName } of avatars) {
    if (typeof authorId !== 'string' || typeof authorName !== 'string') continue
    const count = (authors.get(authorId)?.count ?? 0) + 1
    authors.set(authorId, { id: authorId, name: authorName, count })
  }
  return [...authors.values()].toSorted((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1))[0] ?? null
}
