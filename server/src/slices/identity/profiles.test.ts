import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import type { Told } from './community.ts'
import type { Profile } from './profile.ts'
import { ASKED_AGAIN_MS, COUNTS_MS, Profiles } from './profiles.ts'
import type { ProfileState } from './store.ts'

const ACCOUNT = { id: 'usr_1', displayName: 'Fox' }
const PROFILE: Profile = {
  id: 'sub-7',
  username: 'fox',
  name: 'Fox',
  picture: null,
  email: null,
  profile: 'https://community.example/@fox',
  platformAccount: ACCOUNT,
}

/** One person, and a community site that answers what a test sets. */
function setUp({
  sealedToken = 'sealed' as string | null,
  isConfigured = true,
  platformAccount = ACCOUNT as Profile['platformAccount'],
} = {}) {
  const clock = new ManualClock()
  const { email: _, ...person } = PROFILE
  let profileState: ProfileState | null = {
    person: { key: 7, ...person, platformAccount },
    checkedAtMs: clock.now(),
    askedAtMs: 0,
    sealedToken,
  }
  const change = (changes: Partial<ProfileState>) => {
    if (profileState !== null) profileState = { ...profileState, ...changes }
  }
  const site = {
    told: { kind: 'profile', profile: PROFILE } as Told,
    isLinked: true as boolean | null,
    asked: [] as string[],
  }
  const profiles = new Profiles({
    store: {
      profileState: async () => profileState,
      confirm: async (_key, { email: _email, ...profile }, askedAtMs) =>
        change({ person: { key: 7, ...profile }, checkedAtMs: askedAtMs }),
      confirmLink: async (_key, askedAtMs) => change({ checkedAtMs: askedAtMs }),
      dropLink: async () => change({ person: { ...profileState!.person, platformAccount: null } }),
      noteAskedInVain: async (_key, atMs) => change({ askedAtMs: atMs }),
      dropToken: async () => change({ sealedToken: null }),
    },
    community: isConfigured
      ? {
          whoHas: async token => {
            site.asked.push(`who has ${token}`)
            return site.told
          },
          isLinked: async id => {
            site.asked.push(`is ${id} linked`)
            return site.isLinked
          },
        }
      : null,
    tokens: { open: (sealed, about) => (about === 'community token of 7' ? `opened ${sealed}` : null) },
    clock,
  })
  const account = async () => {
    const fresh = await profiles.fresh(7)
    return fresh.kind === 'fresh' ? (fresh.person.platformAccount?.id ?? null) : fresh.kind
  }
  const leave = () => {
    profileState = null
  }
  return { clock, site, account, leave }
}

describe('a profile that gives rights', () => {
  it('is asked for again when its last answer is ten minutes old, and not before', async () => {
    const { clock, site, account } = setUp()
    clock.advance(COUNTS_MS - 1)
    assert.equal(await account(), 'usr_1')
    assert.deepEqual(site.asked, [])
    clock.advance(1)
    assert.equal(await account(), 'usr_1')
    assert.equal(await account(), 'usr_1')
    assert.deepEqual(site.asked, ['who has opened sealed'])
  })

  it('loses its rights with the link', async () => {
    const { clock, site, account } = setUp()
    site.told = { kind: 'profile', profile: { ...PROFILE, platformAccount: null } }
    clock.advance(COUNTS_MS)
    assert.equal(await account(), null)
  })

  it('is asked for by its link when there is no token, or one that is refused', async () => {
    for (const { sealedToken, asked } of [
      { sealedToken: null, asked: ['is usr_1 linked'] },
      { sealedToken: 'sealed', asked: ['who has opened sealed', 'is usr_1 linked'] },
    ]) {
      const { clock, site, account } = setUp({ sealedToken })
      site.told = { kind: 'refused' }
      clock.advance(COUNTS_MS)
      assert.equal(await account(), 'usr_1')
      assert.deepEqual(site.asked, asked)
      site.isLinked = false
      clock.advance(COUNTS_MS)
      assert.equal(await account(), 'unconfirmed')
      assert.equal(site.asked.at(-1), 'is usr_1 linked', 'the token was forgotten')
    }
  })

  it('is not taken from the token of somebody else', async () => {
    const { clock, site, account } = setUp()
    const others = { ...PROFILE, id: 'sub-8', platformAccount: { id: 'usr_2', displayName: 'Eve' } }
    site.told = { kind: 'profile', profile: others }
    site.isLinked = false
    clock.advance(COUNTS_MS)
    assert.equal(await account(), 'unconfirmed')
  })

  it('gives none ten minutes after its last answer, while the community site is silent, which is asked once a minute', async () => {
    const { clock, site, account } = setUp()
    site.told = { kind: 'unavailable' }
    clock.advance(COUNTS_MS - 1)
    assert.equal(await account(), 'usr_1')
    clock.advance(1)
    assert.equal(await account(), 'unavailable')
    assert.equal(await account(), 'unavailable')
    assert.equal(site.asked.length, 1)
    clock.advance(ASKED_AGAIN_MS)
    assert.equal(await account(), 'unavailable')
    assert.equal(site.asked.length, 2)
    site.told = { kind: 'profile', profile: PROFILE }
    assert.equal(await account(), 'unavailable')
    clock.advance(ASKED_AGAIN_MS)
    assert.equal(await account(), 'usr_1')
  })

  it('gives none without a community site', async () => {
    const { clock, account } = setUp({ isConfigured: false })
    clock.advance(COUNTS_MS)
    assert.equal(await account(), 'unavailable')
  })

  it('is unconfirmed when the community site cannot be asked about somebody, or does not know them', async () => {
    const none = { ...PROFILE, platformAccount: null }
    for (const told of [
      null,
      { kind: 'refused' },
      { kind: 'profile', profile: { ...none, id: 'sub-8' } },
    ] as const) {
      const { clock, site, account } = setUp({
        sealedToken: told === null ? null : 'sealed',
        platformAccount: null,
      })
      if (told !== null) site.told = told
      assert.equal(await account(), null, 'while the last answer counts')
      clock.advance(COUNTS_MS)
      assert.equal(await account(), 'unconfirmed')
      assert.equal(await account(), 'unconfirmed')
      assert.equal(site.asked.length, told === null ? 0 : 1)
    }
  })

  it('is asked for once by all who need it at the same moment', async () => {
    const { clock, site, account } = setUp()
    clock.advance(COUNTS_MS)
    assert.deepEqual(await Promise.all([account(), account(), account()]), ['usr_1', 'usr_1', 'usr_1'])
    assert.equal(site.asked.length, 1)
  })

  it('is gone with the account', async () => {
    const { account, leave } = setUp()
    leave()
    assert.equal(await account(), 'gone')
  })
})
