import type { GroupIcon } from '@avatary/contract/account'
import { DEMO_COLLECTOR } from '../../../sim/src/community/people.ts'
import type { DemoCatalog } from '../../../sim/src/demo/demo-catalog.ts'
import type { CatalogStore } from '../avatars/index.ts'
import { parseAvatarId } from '../kernel/avatar-id.ts'
import { DAY_MS } from '../kernel/days.ts'
import type { AccountStore } from '../slices/account/index.ts'
import type { IdentityStore } from '../slices/identity/index.ts'
import { readRecord } from '../slices/interop/index.ts'

/** The collector saved one of this many avatars, more of those that fit a group, and likes some. */
const SAVED_OF = 13
const GROUPED_OF = 4
const LIKED_OF = 37
/** Place of the avatars that are gone, from the newest saved. */
const GONE_AT = 9

const GROUPS: readonly { readonly name: string; readonly icon: GroupIcon; readonly words: RegExp }[] = [
  { name: 'Foxes', icon: 'star', words: /fox|kitsune|狐|きつね/i },
  { name: 'Cats', icon: 'cat', words: /cat|neko|猫|ねこ|고양이/i },
  { name: 'For dancing', icon: 'music', words: /dps|dance|dancer|idol|gogo/i },
  { name: 'ホラー', icon: 'ghost', words: /horror|ghost|demon|skeleton|ホラー/i },
]

/** Avatars that their creators made private after they were saved. */
const GONE = [
  ['avtr_00000000-0000-4000-8000-0000000000f1', 'Lantern Moth'],
  ['avtr_00000000-0000-4000-8000-0000000000f2', '月のうさぎ'],
  ['avtr_00000000-0000-4000-8000-0000000000f3', 'Winter Stag'],
] as const

const COLLECTOR = {
  id: DEMO_COLLECTOR.sub,
  username: DEMO_COLLECTOR.username,
  name: DEMO_COLLECTOR.name,
  email: DEMO_COLLECTOR.email,
  picture: null,
  profile: null,
  platformAccount: null,
}

interface DemoCollectionDeps {
  catalog: DemoCatalog
  store: Pick<CatalogStore, 'saveMany'>
  identity: Pick<IdentityStore, 'savePerson'>
  accounts: Pick<AccountStore, 'groups' | 'acts' | 'likes'>
  nowMs: number
}

/**
 * Gives the collector of the demo saved avatars in groups, some of which are not listed any more, and likes.
 *
 * @returns the collector's key.
 */
export async function loadDemoCollection(deps: DemoCollectionDeps): Promise<number> {
  const { catalog, store, identity, accounts, nowMs } = deps
  const person = await identity.savePerson(COLLECTOR, nowMs)
  for (const [index, { name, icon }] of GROUPS.entries())
    await accounts.groups.create(person, { id: groupIdOf(index), name, icon })
  const model = catalog.indexed[0]!
  const gone = GONE.map(([id, name]) => ({ ...model, id, name }))
  const patches = gone.flatMap(avatar => {
    const reading = readRecord(avatar, { nowMs, addedAt: 'created' })
    return reading.kind === 'patch' ? [reading.patch] : []
  })
  await store.saveMany(patches, nowMs)
  const chosen = catalog.indexed
    .filter(({ name }, index) => index % (groupOf(String(name)) === null ? SAVED_OF : GROUPED_OF) === 0)
    .toSpliced(-GONE_AT, 0, ...gone)
  const acts = chosen.map(({ id, name }) => ({
    act: 'save' as const,
    id: parseAvatarId(String(id)),
    groupId: groupOf(String(name)),
  }))
  await accounts.acts.doActs(person, acts, nowMs - DAY_MS)
  await store.saveMany(
    GONE.map(([id]) => ({ id, isActive: false, authority: 'platform' as const })),
    nowMs,
  )
  for (const { id } of catalog.indexed.filter((_, index) => index % LIKED_OF === 1)) {
    const avatar = parseAvatarId(id)
    if (avatar !== null) await accounts.likes.like(person, avatar, nowMs - DAY_MS)
  }
  return person
}

function groupOf(name: string): string | null {
  const index = GROUPS.findIndex(({ words }) => words.test(name))
  return index === -1 ? null : groupIdOf(index)
}

function groupIdOf(index: number): string {
  return `grp_demo-collection${index}`
}
