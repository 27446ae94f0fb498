import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import {
  catalogOver,
  fullPatch,
  idOf,
  kindsAfter,
  lastSeq,
  NOW,
  recordOf,
} from '../../../tests/store/fixtures.ts'
import { ACT, author, authorOf, avatar, moderated } from '../../../tests/store/moderated.ts'
import { forEachEngine, type TestEngine } from '../../../tests/support/engines.ts'
import { newPerson } from '../../../tests/support/people.ts'
import { itRunsReviewedStatements } from '../../../tests/support/sql-recorder.ts'
import type { Database } from '../../kernel/database.ts'
import { DAY_MS } from '../../kernel/days.ts'
import { HOUR_MS, MINUTE_MS } from '../../kernel/time.ts'
import { AuthorProfileStore } from './profiles/store.sql.ts'
import type { CheckedProfile } from './profiles/store.ts'
import { CreatorStore } from './store.sql.ts'
import type { CreatorTables } from './tables.sql.ts'

const PAUSE = 15_000
const URL = 'https://community.example/@fox'

/** A person whose platform account is the author. */
async function ownerIn(db: Database, username: string, authorId: string | null): Promise<number> {
  const { key } = await newPerson(db, username)
  await link(db, key, authorId)
  return key
}

async function link(db: Database, key: number, authorId: string | null): Promise<void> {
  await db
    .tables<CreatorTables>()
    .transact(tx =>
      tx.updateTable('users').set({ platform_account_id: authorId }).where('key', '=', key).execute(),
    )
}

/** Avatars 1 and 2 are of author 1, who is a signed-in person; avatar 3 is of author 2. */
async function owned(engine: TestEngine, t: TestContext) {
  const { db, catalog, moderation, seq } = await moderated(engine, t)
  const store = new CreatorStore({ db })
  const personKey = await ownerIn(db, 'anna', authorOf(1))
  const setMany = (numbers: readonly number[], isUnlisted: boolean, by = personKey) =>
    store.setVisibility({ personKey: by, avatarIds: numbers.map(idOf), isUnlisted }, NOW)
  const set = async (number: number, isUnlisted: boolean, by = personKey) => {
    const judged = await setMany([number], isUnlisted, by)
    return judged.kind === 'no_link' ? judged : judged.outcomes.get(idOf(number))!
  }
  return { db, catalog, moderation, seq, store, personKey, set, setMany }
}

forEachEngine('what creators decide', engine => {
  it('changes avatar and change log together, and only once', async t => {
    const { catalog, seq, set } = await owned(engine, t)
    const outcome = await set(1, true)
    assert.equal(outcome.kind === 'done' && outcome.state.isUnlisted, true)
    assert.equal((await recordOf(catalog, idOf(1))).isListed, false)
    await set(1, true)
    assert.deepEqual(await kindsAfter(catalog, seq), ['hidden'])
    await set(1, false)
    await set(1, false)
    assert.equal((await recordOf(catalog, idOf(1))).isListed, true)
    assert.deepEqual(await kindsAfter(catalog, seq), ['hidden', 'shown'])
  })

  it('is refused to a person who does not own the avatar, or no longer owns it', async t => {
    const { db, catalog, seq, set, personKey } = await owned(engine, t)
    const stranger = await ownerIn(db, 'player', null)
    assert.deepEqual(await set(3, true), { kind: 'not_owner' })
    assert.deepEqual(await set(9, true), { kind: 'not_found' })
    assert.deepEqual(await set(1, true, stranger), { kind: 'no_link' })
    assert.deepEqual(await set(1, true, 4711), { kind: 'no_link' })
    await link(db, personKey, null)
    assert.deepEqual(await set(1, true), { kind: 'no_link' })
    await link(db, personKey, authorOf(2))
    assert.deepEqual(await set(1, true), { kind: 'not_owner' })
    assert.deepEqual(await kindsAfter(catalog, seq), [])
    await link(db, personKey, authorOf(1).toUpperCase().replace('USR', 'usr'))
    assert.equal((await set(1, true)).kind, 'done')
  })

  it('judges each of many avatars by itself, and logs their changes in one transaction', async t => {
    const { catalog, seq, set, setMany } = await owned(engine, t)
    await set(2, true)
    const judged = await setMany([2, 3, 1, 9], true)
    assert.deepEqual(
      judged.kind === 'judged' && [2, 3, 1, 9].map(number => judged.outcomes.get(idOf(number))?.kind),
      ['done', 'not_owner', 'done', 'not_found'],
    )
    assert.deepEqual(await kindsAfter(catalog, seq), ['hidden', 'hidden'])
    assert.equal((await recordOf(catalog, idOf(3))).isListed, true)
    await setMany([1, 2], false)
    assert.deepEqual(await kindsAfter(catalog, seq), ['hidden', 'hidden', 'shown', 'shown'])
  })

  it('persists when sources, the platform or operators change the avatar', async t => {
    const { catalog, moderation, seq, set } = await owned(engine, t)
    await set(1, true)
    const mine = { authorId: authorOf(1) }
    const newer = { ...mine, updatedAtMs: NOW, name: 'New name' }
    await catalog.saveMany([fullPatch(1, { ...newer, isActive: true })], NOW)
    await catalog.saveMany([fullPatch(1, { ...newer, isActive: false, authority: 'platform' })], NOW)
    await catalog.saveMany([fullPatch(1, { ...newer, isActive: true, authority: 'platform' })], NOW)
    await moderation.block(avatar(1), null, ACT)
    await moderation.unblock(avatar(1), ACT)
    await moderation.optOut(authorOf(1), ACT)
    await moderation.optIn(authorOf(1), ACT)
    assert.equal((await recordOf(catalog, idOf(1))).isListed, false)
    const { key } = await recordOf(catalog, idOf(1))
    const changes = (await catalog.changes.after(seq, 100)).filter(change => change.key === key)
    assert.ok(changes.length > 3)
    assert.ok(changes.every(({ kind }) => kind !== 'shown'))
  })

  it('does not list an avatar that is hidden for another reason', async t => {
    const { catalog, moderation, set } = await owned(engine, t)
    await set(1, true)
    await moderation.block(author(1), null, ACT)
    const seq = await lastSeq(catalog)
    const outcome = await set(1, false)
    assert.deepEqual(outcome.kind === 'done' && outcome.state, {
      isActive: true,
      isUnlisted: false,
      isBlocked: true,
      isOptedOut: false,
    })
    assert.equal((await recordOf(catalog, idOf(1))).isListed, false)
    assert.deepEqual(await kindsAfter(catalog, seq), [])
    await moderation.unblock(author(1), ACT)
    assert.equal((await recordOf(catalog, idOf(1))).isListed, true)
  })

  it('logs one change for many simultaneous equal requests', async t => {
    const { catalog, seq, set } = await owned(engine, t)
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => set(1, true)))
    assert.ok(outcomes.every(({ kind }) => kind === 'done'))
    assert.deepEqual(await kindsAfter(catalog, seq), ['hidden'])
  })

  it('shows all their avatars, listed or hidden, newest first', async t => {
    const { catalog, moderation, store, set } = await owned(engine, t)
    await catalog.saveMany(
      [
        fullPatch(4, { authorId: authorOf(1), isActive: false }),
        fullPatch(5, { authorId: '', authorName: authorOf(1) }),
      ],
      NOW + 1,
    )
    await set(2, true)
    await moderation.block(avatar(1), null, ACT)
    const ownAvatars = await store.avatarsOf(authorOf(1))
    const keys = new Map((await catalog.byIds([1, 2, 4].map(idOf))).map(({ key, id }) => [key, id]))
    assert.deepEqual(
      ownAvatars.map(({ key, isActive, isUnlisted, isBlocked }) => [
        keys.get(key),
        isActive,
        isUnlisted,
        isBlocked,
      ]),
      [
        [idOf(4), false, false, false],
        [idOf(2), true, true, false],
        [idOf(1), true, false, true],
      ],
    )
    assert.deepEqual(await store.unlistedOf(authorOf(1)), [idOf(2)])
    assert.deepEqual(await store.readOptOut(authorOf(1)), { sinceMs: null, avatars: 3 })
    await moderation.optOut(authorOf(1), ACT)
    assert.deepEqual(await store.readOptOut(authorOf(1)), { sinceMs: NOW, avatars: 3 })
  })
})

const LEGACY = 'AbCdEfGh12'

/** Authors 1 (viewed), 2, 3 and a legacy one, added long ago, and avatars without an author. */
async function authored(engine: TestEngine, t: TestContext) {
  const db = await engine.open(t)
  const catalog = catalogOver(db)
  const old = (number: number, authorId: string, views = 0) =>
    fullPatch(number, { authorId, addedAtMs: NOW - 30 * DAY_MS, views })
  await catalog.saveMany(
    [
      old(1, authorOf(2)),
      old(2, authorOf(3)),
      old(3, LEGACY),
      old(4, authorOf(1)),
      old(5, authorOf(1), 7),
      old(6, ''),
      old(7, 'nobody,usr_1'),
      old(8, 'x'),
    ],
    NOW,
  )
  const store = new AuthorProfileStore({ db })
  const find = async (nowMs = NOW) => {
    while (await store.findNewAuthors(nowMs));
  }
  return { db, catalog, store, find }
}

const checked = (authorId: string, url: string | null, dueAtMs = NOW + HOUR_MS): CheckedProfile => ({
  authorId,
  url,
  dueAtMs,
})

forEachEngine('profiles of authors', engine => {
  it('are asked for once per author, those with views first', async t => {
    const { store, find } = await authored(engine, t)
    await find()
    const taken = await store.takeDueAuthors(PAUSE, NOW)
    assert.equal(taken[0], authorOf(1))
    assert.deepEqual(taken.toSorted(), [LEGACY, authorOf(1), authorOf(2), authorOf(3)])
    assert.deepEqual(await store.takeDueAuthors(PAUSE, NOW + PAUSE), [], 'nobody is due')
  })

  it('are asked for by all processes together, with a pause between requests', async t => {
    const { db, store, find } = await authored(engine, t)
    await find()
    const other = new AuthorProfileStore({ db })
    const both = await Promise.all([store.takeDueAuthors(PAUSE, NOW), other.takeDueAuthors(PAUSE, NOW)])
    assert.deepEqual(both.map(({ length }) => length).toSorted(), [0, 4])
    await store.noteInterest('usr_00000000-0000-4000-8000-00000000ffff', NOW)
    assert.deepEqual(await other.takeDueAuthors(PAUSE, NOW + PAUSE - 1), [])
    assert.equal((await other.takeDueAuthors(PAUSE, NOW + PAUSE)).length, 1)
  })

  it('are asked for again when the process that took them has ended, but not during a pause', async t => {
    const { store, find } = await authored(engine, t)
    await find()
    await store.takeDueAuthors(PAUSE, NOW)
    assert.equal((await store.takeDueAuthors(PAUSE, NOW + 10 * MINUTE_MS)).length, 4)
    await store.pauseUntil(NOW + HOUR_MS)
    assert.deepEqual(await store.takeDueAuthors(PAUSE, NOW + HOUR_MS - 1), [])
    assert.equal((await store.takeDueAuthors(PAUSE, NOW + HOUR_MS)).length, 4)
    await store.pauseUntil(NOW + 400 * DAY_MS)
    assert.equal(
      (await store.takeDueAuthors(PAUSE, NOW + 2 * HOUR_MS)).length,
      4,
      'a wrong clock stops nothing for long',
    )
  })

  it('are asked for a hundred at a time', async t => {
    const db = await engine.open(t)
    const patches = Array.from({ length: 250 }, (_, i) => fullPatch(i, { authorId: authorOf(i) }))
    await catalogOver(db).saveMany(patches, NOW)
    const store = new AuthorProfileStore({ db })
    while (await store.findNewAuthors(NOW));
    const batches = []
    for (let i = 0; i < 4; i++) batches.push(await store.takeDueAuthors(PAUSE, NOW + i * PAUSE))
    assert.deepEqual(
      batches.map(({ length }) => length),
      [100, 100, 50, 0],
    )
    assert.equal(new Set(batches.flat()).size, 250)
  })

  it('are shown on every avatar of the author until the link is removed, each time with a logged change', async t => {
    const { catalog, store, find } = await authored(engine, t)
    await find()
    const seq = await lastSeq(catalog)
    const urls = async () =>
      (await catalog.byIds([4, 5, 1].map(idOf))).map(({ authorVrclUrl }) => authorVrclUrl)
    const answered = [checked(authorOf(1), URL), checked(authorOf(2), null)]
    assert.equal(await store.saveChecked(answered, NOW), 1)
    assert.deepEqual((await urls()).toSorted(), [URL, URL, null].toSorted())
    assert.deepEqual(await kindsAfter(catalog, seq), ['updated', 'updated'])
    assert.equal(await store.saveChecked(answered, NOW + 1), 0, 'no profile changed')
    assert.deepEqual(await kindsAfter(catalog, seq + 2), [])
    assert.equal(await store.saveChecked([checked(authorOf(1), null)], NOW + 2), 1)
    assert.deepEqual(await urls(), [null, null, null])
    assert.deepEqual(await kindsAfter(catalog, seq + 2), ['updated', 'updated'])
  })

  it('are asked for again first if they are shown', async t => {
    const { store, find } = await authored(engine, t)
    await find()
    await store.takeDueAuthors(PAUSE, NOW)
    await store.saveChecked([checked(authorOf(3), URL), checked(authorOf(1), null)], NOW)
    const [first] = await store.takeDueAuthors(PAUSE, NOW + HOUR_MS)
    assert.equal(first, authorOf(3))
  })

  it('are asked for next when the creator looks at their avatars, but not repeatedly', async t => {
    const { store, find } = await authored(engine, t)
    await find()
    await store.noteInterest(authorOf(2), NOW)
    assert.equal((await store.takeDueAuthors(PAUSE, NOW))[0], authorOf(2))
    const week = NOW + 7 * DAY_MS
    await store.saveChecked([checked(authorOf(2), null, week), checked(authorOf(1), null, week)], NOW)
    await store.noteInterest(authorOf(2), NOW + MINUTE_MS)
    const due = async (nowMs: number) => (await store.takeDueAuthors(PAUSE, nowMs)).includes(authorOf(2))
    assert.equal(await due(NOW + MINUTE_MS), false)
    await store.noteInterest(authorOf(2), NOW + HOUR_MS)
    assert.equal(await due(NOW + HOUR_MS), true)
    await store.noteInterest('no author', NOW + HOUR_MS)
  })

  it('are asked for when an author is new, or an old avatar gets an author', async t => {
    const { catalog, store, find } = await authored(engine, t)
    await find()
    await store.takeDueAuthors(PAUSE, NOW)
    await catalog.saveMany([fullPatch(9, { authorId: authorOf(9) })], NOW + HOUR_MS)
    await catalog.saveMany([fullPatch(6, { authorId: authorOf(6) })], NOW + HOUR_MS)
    await find(NOW + HOUR_MS)
    assert.ok((await store.takeDueAuthors(PAUSE, NOW + HOUR_MS)).includes(authorOf(9)))
    await find(NOW + DAY_MS)
    assert.ok((await store.takeDueAuthors(PAUSE, NOW + DAY_MS)).includes(authorOf(6)), 'the scan began anew')
  })

  it('are asked for sooner when an avatar of the author was viewed before the next scan', async t => {
    const { catalog, store, find } = await authored(engine, t)
    await find()
    const { key } = await recordOf(catalog, idOf(2))
    await catalog.saveCounters([{ key, day: 1, views: 3 }], NOW)
    await find(NOW + DAY_MS)
    const [first, second, ...others] = await store.takeDueAuthors(PAUSE, NOW + DAY_MS)
    assert.deepEqual([first, second].toSorted(), [authorOf(1), authorOf(3)])
    assert.equal(others.length, 2)
  })

  itRunsReviewedStatements(engine.name, 'creators', 'creator_walk')
})
