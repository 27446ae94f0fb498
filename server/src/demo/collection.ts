import type { GroupIcon } from '@avatary/contract/account'
import type { CommunityPerson } from '../../../sim/src/community/people.ts'
import { parseAvatarId } from '../kernel/avatar-id.ts'
import { DAY_MS } from '../kernel/days.ts'
import { AccountStore } from '../slices/account/index.ts'
import { IdentityStore } from '../slices/identity/index.ts'
import type { FillDeps } from './deps.ts'
import { patchesOf } from './patches.ts'

/** Place of the avatars that are no longer public, counted from the most recently saved. */
const GONE_PLACE = 9

/** Avatars that their creators made private after they had been saved. */
const GONE_AVATARS = [
  ['avtr_00000000-0000-4000-8000-0000000000f1', 'Lantern Moth'],
  ['avtr_00000000-0000-4000-8000-0000000000f2', '月のうさぎ'],
  ['avtr_00000000-0000-4000-8000-0000000000f3', 'Winter Stag'],
] as const

/** An avatar that the demo's creator made private; the studio shows it with the reason why it is hidden. */
const OWN_GONE_AVATARS = [['avtr_00000000-0000-4000-8000-0000000000f4', 'Paper Crane']] as const

interface DemoGroup {
  readonly name: string
  readonly icon: GroupIcon
  readonly words: RegExp
}

/** The avatars that a person of the demo saved and likes: one in so many, and more of those that fit a group. */
interface Taste {
  readonly groups: readonly DemoGroup[]
  readonly avatarsPerSaved: number
  readonly avatarsPerGrouped: number
  readonly avatarsPerLiked: number
  /** Saved avatars that are no longer listed. */
  readonly goneAvatars: typeof GONE_AVATARS | typeof OWN_GONE_AVATARS
}

const TASTES: Readonly<Record<string, Taste>> = {
  yuki: {
    groups: [
      { name: 'Foxes', icon: 'star', words: /fox|kitsune|狐|きつね/i },
      { name: 'Cats', icon: 'cat', words: /cat|neko|猫|ねこ|고양이/i },
      { name: 'For dancing', icon: 'music', words: /dps|dance|dancer|idol|gogo/i },
      { name: 'ホラー', icon: 'ghost', words: /horror|ghost|demon|skeleton|ホラー/i },
    ],
    avatarsPerSaved: 13,
    avatarsPerGrouped: 4,
    avatarsPerLiked: 37,
    goneAvatars: GONE_AVATARS,
  },
  creator: {
    groups: [
      { name: 'Inspiration', icon: 'sparkles', words: /dragon|wolf|robot|ドラゴン|狼/i },
      { name: 'Quest', icon: 'gamepad', words: /quest|lite|mini/i },
    ],
    avatarsPerSaved: 97,
    avatarsPerGrouped: 9,
    avatarsPerLiked: 61,
    goneAvatars: OWN_GONE_AVATARS,
  },
}
export const DEMO_COLLECTORS: readonly string[] = Object.keys(TASTES)

/**
 * Gives a person of the demo an account with likes, and with saved avatars in groups, some of them no longer listed.
 *
 * @returns the person's key.
 */
export async function loadDemoCollection(
  { username, sub, name, email = '', platform_account: ownAccount }: CommunityPerson,
  { catalog, db, store, nowMs }: FillDeps,
): Promise<number> {
  const accounts = new AccountStore({ db, counters: store })
  const account = { id: sub, username, name, email, picture: null, profile: null, platformAccount: null }
  const personKey = await new IdentityStore({ db }).savePerson(account, nowMs)
  const taste = TASTES[username]!
  const groupIdOf = (index: number) => `grp_demo-${username}${index}`
  for (const [index, { name, icon }] of taste.groups.entries())
    await accounts.groups.create(personKey, { id: groupIdOf(index), name, icon })
  const groupOf = (name: string): string | null => {
    const index = taste.groups.findIndex(({ words }) => words.test(name))
    return index === -1 ? null : groupIdOf(index)
  }
  const model =
    catalog.indexedAvatars.find(({ authorId }) => authorId === ownAccount?.id) ?? catalog.indexedAvatars[0]!
  const goneAvatars = taste.goneAvatars.map(([id, name]) => ({ ...model, id, name }))
  await store.saveMany(patchesOf(goneAvatars, nowMs), nowMs)
  const savedAvatars = catalog.indexedAvatars
    .filter((avatar, index) => {
      const isGrouped = groupOf(String(avatar.name)) !== null
      return index % (isGrouped ? taste.avatarsPerGrouped : taste.avatarsPerSaved) === 0
    })
    .toSpliced(-GONE_PLACE, 0, ...goneAvatars)
  const acts = savedAvatars.map(({ id, name }) => ({
    act: 'save' as const,
    id: parseAvatarId(String(id)),
    groupId: groupOf(String(name)),
  }))
  await accounts.acts.doActs(personKey, acts, nowMs - DAY_MS)
  await store.saveMany(
    goneAvatars.map(({ id }) => ({ id, isActive: false, authority: 'platform' as const })),
    nowMs,
  )
  for (const { id } of catalog.indexedAvatars.filter((_, index) => index % taste.avatarsPerLiked === 1)) {
    const avatar = parseAvatarId(id)
    if (avatar !== null) await accounts.likes.like(personKey, avatar, nowMs - DAY_MS)
  }
  return personKey
}
