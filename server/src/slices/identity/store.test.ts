import assert from 'node:assert/strict'
import { it } from 'node:test'
import { NOW } from '../../../tests/store/fixtures.ts'
import { forEachEngine } from '../../../tests/support/engines.ts'
import { itRunsReviewedStatements } from '../../../tests/support/sql-recorder.ts'
import type { Database } from '../../kernel/database.ts'
import { sharedTransaction } from '../../kernel/personal-data.ts'
import type { Profile } from './profile.ts'
import { sealedTokens } from './sealed-tokens.sql.ts'
import { RENEWAL_INTERVAL_MS, SESSION_MS } from './session-rules.ts'
import { IdentityStore } from './store.sql.ts'
import type { SignIn } from './store.ts'

const FOX: Profile = {
  id: 'sub-1',
  username: 'fox',
  name: 'Fox',
  picture: null,
  profile: 'https://c.example/@fox',
  email: 'fox@example.org',
  platformAccount: { id: 'usr_1', displayName: 'Fox' },
}
const EVE: Profile = { ...FOX, id: 'sub-2', username: 'eve', platformAccount: null }

let madeCount = 0
function signInOf(profile: Profile, changes: Partial<SignIn> = {}): SignIn {
  const number = ++madeCount
  const session = { hash: `hash-${number}`, id: `id-${number}`, device: 'desktop' } as const
  return {
    profile,
    session,
    token: { seal: () => 'sealed', untilMs: NOW },
    replacedSessionHash: null,
    isReauthentication: false,
    nowMs: NOW,
    ...changes,
  }
}

async function enter(db: Database, profile: Profile, changes: Partial<SignIn> = {}) {
  const store = new IdentityStore({ db })
  const signIn = signInOf(profile, changes)
  await store.signIn(signIn)
  const found = await store.findSession(signIn.session.hash, signIn.nowMs)
  return { ...found!, hash: signIn.session.hash, key: found!.person.key }
}

forEachEngine('people and their sessions', engine => {
  it('are found by their session until it ends', async t => {
    const db = await engine.open(t)
    const store = new IdentityStore({ db })
    const { person, session, hash } = await enter(db, FOX)
    const { email: _, ...known } = FOX
    assert.deepEqual(person, { key: person.key, ...known })
    assert.deepEqual(
      { ...session, id: 'id' },
      { id: 'id', device: 'desktop', createdAtMs: NOW, seenAtMs: NOW },
    )
    assert.notEqual(await store.findSession(hash, NOW + SESSION_MS - 1), null)
    assert.equal(await store.findSession(hash, NOW + SESSION_MS), null)
    assert.equal(await store.findSession('other', NOW), null)
  })

  it('are recognised by their subject, even when everything else changes', async t => {
    const db = await engine.open(t)
    const first = await enter(db, FOX)
    const later = { ...FOX, username: 'vixen', platformAccount: null }
    const second = await enter(db, later, { nowMs: NOW + 1 })
    const other = await enter(db, { ...EVE, username: 'vixen' })
    assert.equal(second.key, first.key)
    assert.notEqual(other.key, first.key)
    assert.deepEqual([second.person.username, second.person.platformAccount], ['vixen', null])
  })

  it('are stored once when they first sign in ten times simultaneously', async t => {
    const db = await engine.open(t)
    const all = await Promise.all(Array.from({ length: 10 }, () => enter(db, FOX)))
    assert.equal(new Set(all.map(({ key }) => key)).size, 1)
    assert.equal((await new IdentityStore({ db }).sessionsOf(all[0]!.key, NOW)).length, 10)
  })

  it('end the old session of a browser when they sign in', async t => {
    const db = await engine.open(t)
    const store = new IdentityStore({ db })
    const { hash } = await enter(db, FOX)
    await enter(db, EVE, { replacedSessionHash: hash })
    assert.equal(await store.findSession(hash, NOW), null)
  })

  it('keep the id of their old session in a browser, but not after a reauthentication', async t => {
    const db = await engine.open(t)
    const first = await enter(db, FOX)
    const second = await enter(db, FOX, { replacedSessionHash: first.hash })
    assert.equal(second.session.id, first.session.id)
    assert.notEqual(second.hash, first.hash)
    const third = await enter(db, FOX, { replacedSessionHash: second.hash, isReauthentication: true })
    assert.notEqual(third.session.id, second.session.id)
    const other = await enter(db, EVE, { replacedSessionHash: third.hash })
    assert.notEqual(other.session.id, third.session.id)
    assert.deepEqual(await new IdentityStore({ db }).sessionsOf(first.key, NOW), [])
  })

  it('end a sign-in once in twenty simultaneous calls', async t => {
    const store = new IdentityStore({ db: await engine.open(t) })
    const ended = await Promise.all(Array.from({ length: 20 }, () => store.endSignIn('a', NOW)))
    assert.equal(ended.filter(Boolean).length, 1)
    assert.equal(await store.endSignIn('b', NOW), true)
  })

  it('have sessions that are renewed once an hour', async t => {
    const db = await engine.open(t)
    const store = new IdentityStore({ db })
    const { session, hash } = await enter(db, FOX)
    await store.renew(session, NOW + RENEWAL_INTERVAL_MS - 1)
    assert.equal((await store.findSession(hash, NOW))!.session.seenAtMs, NOW)
    const later = NOW + RENEWAL_INTERVAL_MS
    await Promise.all([store.renew(session, later), store.renew(session, later)])
    assert.equal((await store.findSession(hash, NOW))!.session.seenAtMs, later)
    assert.notEqual(await store.findSession(hash, NOW + SESSION_MS), null)
  })

  it('have sessions listed newest first, which only they can end, one by one or all at once', async t => {
    const db = await engine.open(t)
    const store = new IdentityStore({ db })
    const fox = await enter(db, FOX)
    const later = await enter(db, FOX, { nowMs: NOW + 1 })
    const eve = await enter(db, EVE)
    const ids = async (key: number) => (await store.sessionsOf(key, NOW)).map(({ id }) => id)
    assert.deepEqual(await ids(fox.key), [later.session.id, fox.session.id])
    assert.equal(await store.endSession(eve.key, fox.session.id), false)
    assert.equal(await store.endSession(fox.key, fox.session.id), true)
    assert.equal(await store.endSession(fox.key, fox.session.id), false)
    assert.deepEqual(await ids(fox.key), [later.session.id])
    assert.equal(await store.endSessions(fox.key), 1)
    assert.deepEqual([await ids(fox.key), await ids(eve.key)], [[], [eve.session.id]])
  })

  it('keep at most fifty sessions, the newest', async t => {
    const db = await engine.open(t)
    const store = new IdentityStore({ db })
    for (let i = 0; i < 52; i++) await store.signIn(signInOf(FOX, { nowMs: NOW + i }))
    const { key } = await enter(db, FOX, { nowMs: NOW + 60 })
    const sessions = await store.sessionsOf(key, NOW)
    assert.equal(sessions.length, 50)
    assert.equal(sessions.at(-1)!.createdAtMs, NOW + 3)
  })

  it('have a sealed token until it expires or is refused', async t => {
    const db = await engine.open(t)
    const store = new IdentityStore({ db })
    const token = { seal: (key: number) => `sealed for ${key}`, untilMs: NOW + 10 }
    const { key } = await enter(db, FOX, { token })
    const tokenAt = async (nowMs: number) => (await store.readProfileState(key, nowMs))!.sealedToken
    assert.equal(await tokenAt(NOW), `sealed for ${key}`)
    assert.equal(await tokenAt(NOW + 10), null)
    await store.dropToken(key, 'another')
    assert.notEqual(await tokenAt(NOW), null)
    await store.dropToken(key, `sealed for ${key}`)
    assert.equal(await tokenAt(NOW), null)
  })

  it('are only updated by the answer to the latest request', async t => {
    const db = await engine.open(t)
    const store = new IdentityStore({ db })
    const { key } = await enter(db, FOX)
    await store.confirmProfile(key, { ...FOX, name: 'New' }, NOW + 5)
    await store.confirmProfile(key, { ...FOX, name: 'Old' }, NOW + 4)
    const state = (await store.readProfileState(key, NOW))!
    assert.deepEqual([state.person.name, state.checkedAtMs], ['New', NOW + 5])
    await store.confirmLink(key, NOW + 6)
    await store.dropLink(key, NOW + 6)
    assert.notEqual((await store.findPerson(key))!.platformAccount, null)
    await store.dropLink(key, NOW + 7)
    assert.equal((await store.findPerson(key))!.platformAccount, null)
    assert.equal(
      (await store.readProfileState(key, NOW))!.checkedAtMs,
      NOW + 6,
      'of the account that says nothing',
    )
    await store.noteFailedCheck(key, NOW + 8)
    assert.equal((await store.readProfileState(key, NOW))!.failedAtMs, NOW + 8)
  })

  it('have no rows of expired sessions, sign-ins and tokenSealer after pruning', async t => {
    const db = await engine.open(t)
    const store = new IdentityStore({ db })
    const token = { seal: () => 'sealed', untilMs: NOW + 1 }
    const { hash, key } = await enter(db, FOX, { token })
    await store.endSignIn('a', NOW + 1)
    await store.deleteExpired(NOW)
    assert.notEqual(await store.findSession(hash, NOW), null)
    assert.equal(await store.endSignIn('a', NOW + 1), false)
    await store.deleteExpired(NOW + SESSION_MS)
    assert.equal(await store.findSession(hash, NOW), null)
    assert.equal((await store.readProfileState(key, NOW))!.sealedToken, null)
    assert.equal(await store.endSignIn('a', NOW + 1), true)
    assert.notEqual(await store.findPerson(key), null)
  })

  it('can export their personal data and delete their account', async t => {
    const db = await engine.open(t)
    const store = new IdentityStore({ db })
    const { personalData } = store
    const { person, key, hash } = await enter(db, FOX)
    await store.dropToken(key, 'sealed')
    const told = await personalData.read({ ...person, by: { kind: 'session', id: 'x' } }, NOW)
    assert.equal(told.email, FOX.email)
    const at = new Date(NOW).toISOString()
    const accountDates = { createdAt: at, seenAt: at, profileCheckedAt: at }
    assert.deepEqual(told.account, { ...accountDates, communityTokenUntil: null })
    assert.doesNotMatch(JSON.stringify(told), /hash-|id-/)
    const token = { seal: () => 'sealed', untilMs: NOW + 1000 }
    await store.signIn(signInOf(FOX, { token }))
    const { account } = await personalData.read({ ...person, by: { kind: 'session', id: 'x' } }, NOW)
    const communityTokenUntil = new Date(token.untilMs).toISOString()
    assert.deepEqual(account, { ...accountDates, communityTokenUntil })
    await db.tables().transact(tx => personalData.erase(sharedTransaction(tx), key, NOW))
    assert.equal(await store.findSession(hash, NOW), null)
  })

  it('have sealed tokenSealer that are read in pages and replaced only when unchanged', async t => {
    const texts = sealedTokens({ db: await engine.open(t) })
    assert.deepEqual(await texts.rowsAfter(0, 10), [])
    assert.equal(await texts.replace(1, 'before', 'after'), false)
  })

  itRunsReviewedStatements(engine.name, 'users', 'sessions', 'ended_sign_ins')
})
