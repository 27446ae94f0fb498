import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import type { ProfileAnswer } from './community.ts'
import type { Profile } from './profile.ts'
import { FRESH_MS, Profiles, RETRY_MS } from './profiles.ts'
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

/** One person, and a community site that gives the answers set by a test. */
function setUp({
  sealedToken = 'sealed' as string | null,
  isConfigured = true,
  platformAccount = ACCOUNT as Profile['platformAccount'],
} = {}) {
  const clock = new ManualClock()
  const { email: _, ...person } = PROFILE
  let state: ProfileState | null = {
    person: { key: 7, ...person, platformAccount },
    checkedAtMs: clock.now(),
    failedAtMs: 0,
    sealedToken,
  }
  const change = (changes: Partial<ProfileState>) => {
    if (state !== null) state = { ...state, ...changes }
  }
  const site = {
    answer: { kind: 'profile', profile: PROFILE } as ProfileAnswer,
    isLinked: true as boolean | null,
    asked: [] as string[],
  }
  const profiles = new Profiles({
    store: {
      readProfileState: async () => state,
      confirmProfile: async (_key, { email: _email, ...profile }, askedAtMs) =>
        change({ person: { key: 7, ...profile }, checkedAtMs: askedAtMs }),
      confirmLink: async (_key, askedAtMs) => change({ checkedAtMs: askedAtMs }),
      dropLink: async () => change({ person: { ...state!.person, platformAccount: null } }),
      noteFailedCheck: async (_key, atMs) => change({ failedAtMs: atMs }),
      dropToken: async () => change({ sealedToken: null }),
    },
    community: isConfigured
      ? {
          profileOfToken: async token => {
            site.asked.push(`who has ${token}`)
            return site.answer
          },
          checkLink: async id => {
            site.asked.push(`is ${id} linked`)
            return site.isLinked
          },
        }
      : null,
    tokenSealer: { open: (sealed, about) => (about === 'community token of 7' ? `opened ${sealed}` : null) },
    clock,
  })
  const account = async () => {
    const fresh = await profiles.freshProfile(7)
    return fresh.kind === 'fresh' ? (fresh.person.platformAccount?.id ?? null) : fresh.kind
  }
  const leave = () => {
    state = null
  }
  return { clock, site, account, leave }
}

describe('a profile that gives rights', () => {
  it('is requested again when the last answer is ten minutes old, but not before', async () => {
    const { clock, site, account } = setUp()
    clock.advance(FRESH_MS - 1)
    assert.equal(await account(), 'usr_1')
    assert.deepEqual(site.asked, [])
    clock.advance(1)
    assert.equal(await account(), 'usr_1')
    assert.equal(await account(), 'usr_1')
    assert.deepEqual(site.asked, ['who has opened sealed'])
  })

  it('loses its rights with the link', async () => {
    const { clock, site, account } = setUp()
    site.answer = { kind: 'profile', profile: { ...PROFILE, platformAccount: null } }
    clock.advance(FRESH_MS)
    assert.equal(await account(), null)
  })

  it('is checked by its link when there is no token, or the token is refused', async () => {
    for (const { sealedToken, asked } of [
      { sealedToken: null, asked: ['is usr_1 linked'] },
      { sealedToken: 'sealed', asked: ['who has opened sealed', 'is usr_1 linked'] },
    ]) {
      const { clock, site, account } = setUp({ sealedToken })
      site.answer = { kind: 'refused' }
      clock.advance(FRESH_MS)
      assert.equal(await account(), 'usr_1')
      assert.deepEqual(site.asked, asked)
      site.isLinked = false
      clock.advance(FRESH_MS)
      assert.equal(await account(), 'unconfirmed')
      assert.equal(site.asked.at(-1), 'is usr_1 linked', 'the token was forgotten')
    }
  })

  it('is not read with the token of another person', async () => {
    const { clock, site, account } = setUp()
    const others = { ...PROFILE, id: 'sub-8', platformAccount: { id: 'usr_2', displayName: 'Eve' } }
    site.answer = { kind: 'profile', profile: others }
    site.isLinked = false
    clock.advance(FRESH_MS)
    assert.equal(await account(), 'unconfirmed')
  })

  it('gives no rights ten minutes after the last answer if the community site, asked once a minute, does not answer', async () => {
    const { clock, site, account } = setUp()
    site.answer = { kind: 'unavailable' }
    clock.advance(FRESH_MS - 1)
    assert.equal(await account(), 'usr_1')
    clock.advance(1)
    assert.equal(await account(), 'unavailable')
    assert.equal(await account(), 'unavailable')
    assert.equal(site.asked.length, 1)
    clock.advance(RETRY_MS)
    assert.equal(await account(), 'unavailable')
    assert.equal(site.asked.length, 2)
    site.answer = { kind: 'profile', profile: PROFILE }
    assert.equal(await account(), 'unavailable')
    clock.advance(RETRY_MS)
    assert.equal(await account(), 'usr_1')
  })

  it('gives no rights without a community site', async () => {
    const { clock, account } = setUp({ isConfigured: false })
    clock.advance(FRESH_MS)
    assert.equal(await account(), 'unavailable')
  })

  it('is unconfirmed when the community site cannot be asked about a person, or does not know them', async () => {
    const none = { ...PROFILE, platformAccount: null }
    for (const answer of [
      null,
      { kind: 'refused' },
      { kind: 'profile', profile: { ...none, id: 'sub-8' } },
    ] as const) {
      const { clock, site, account } = setUp({
        sealedToken: answer === null ? null : 'sealed',
        platformAccount: null,
      })
      if (answer !== null) site.answer = answer
      assert.equal(await account(), null, 'while the last answer counts')
      clock.advance(FRESH_MS)
      assert.equal(await account(), 'unconfirmed')
      assert.equal(await account(), 'unconfirmed')
      assert.equal(site.asked.length, answer === null ? 0 : 1)
    }
  })

  it('is requested once by simultaneous calls', async () => {
    const { clock, site, account } = setUp()
    clock.advance(FRESH_MS)
    assert.deepEqual(await Promise.all([account(), account(), account()]), ['usr_1', 'usr_1', 'usr_1'])
    assert.equal(site.asked.length, 1)
  })

  it('is gone after the account was deleted', async () => {
    const { account, leave } = setUp()
    leave()
    assert.equal(await account(), 'gone')
  })
})
