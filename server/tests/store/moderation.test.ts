import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import fc from 'fast-check'
import { createModerationStore } from '../../src/slices/moderation/store.sql.ts'
import type { ModerationStore } from '../../src/slices/moderation/store.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { catalogOver, fullPatch, idOf, kindsAfter, lastSeq, NOW, recordOf } from './fixtures.ts'

const ACT = { actor: 'test', nowMs: NOW }
const LATER = NOW + 60_000
const ALL = { limit: 500, offset: 0 }

function authorOf(number: number): string {
  return `usr_00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
}

const avatar = (number: number) => ({ kind: 'avatar', id: idOf(number) }) as const
const author = (number: number) => ({ kind: 'author', id: authorOf(number) }) as const

/** Avatars 1 and 2 of author 1, avatar 3 of author 2. */
async function moderated(engine: TestEngine, t: TestContext) {
  const db = await engine.open(t)
  const catalog = catalogOver(db)
  await catalog.saveMany(
    [
      fullPatch(1, { authorId: authorOf(1) }),
      fullPatch(2, { authorId: authorOf(1) }),
      fullPatch(3, { authorId: authorOf(2) }),
    ],
    NOW,
  )
  return { db, catalog, moderation: createModerationStore({ db }), seq: await lastSeq(catalog) }
}

type Catalog = ReturnType<typeof catalogOver>

async function listedOf(catalog: Catalog, ...numbers: number[]): Promise<number[]> {
  const records = await Promise.all(numbers.map(number => recordOf(catalog, idOf(number))))
  return numbers.filter((_, i) => records[i]!.isListed)
}

async function actionsOf(moderation: ModerationStore): Promise<string[]> {
  const { items } = await moderation.audit(ALL)
  return items.map(({ action, subject }) => `${action} ${subject}`).reverse()
}

forEachEngine('moderation', engine => {
  it('Avatar moderation: not blocked, moderation → blocked, event frame `blocked`', async t => {
    const { catalog, moderation, seq } = await moderated(engine, t)
    assert.deepEqual(await moderation.block(avatar(1), 'stolen', ACT), { isChanged: true, avatars: 1 })
    assert.deepEqual(await listedOf(catalog, 1, 2, 3), [2, 3])
    const [change] = await catalog.changesAfter(seq, 10)
    assert.deepEqual(change, {
      seq: change!.seq,
      kind: 'blocked',
      key: (await recordOf(catalog, idOf(1))).key,
      atMs: NOW,
    })
  })

  it('Avatar moderation: blocked, moderation → not blocked, event frame `unblocked`', async t => {
    const { catalog, moderation, seq } = await moderated(engine, t)
    await moderation.block(avatar(1), null, ACT)
    assert.deepEqual(await moderation.unblock(avatar(1), ACT), { isChanged: true, avatars: 1 })
    assert.deepEqual(await listedOf(catalog, 1, 2, 3), [1, 2, 3])
    assert.deepEqual(await kindsAfter(catalog, seq), ['blocked', 'unblocked'])
  })

  it('tells of an avatar that the catalog does not hold, once for each move', async t => {
    const { catalog, moderation, seq } = await moderated(engine, t)
    assert.deepEqual(await moderation.block(avatar(9), null, ACT), { isChanged: true, avatars: 0 })
    await moderation.block(avatar(9), 'a reason', ACT)
    await moderation.block(author(9), null, ACT)
    await moderation.unblock(author(9), ACT)
    await moderation.unblock(avatar(9), ACT)
    await moderation.unblock(avatar(9), ACT)
    const changes = await catalog.changesAfter(seq, 10)
    const told = { key: 0, atMs: NOW, unheldId: idOf(9) }
    assert.deepEqual(
      changes.map(({ seq: _, ...change }) => change),
      [
        { kind: 'blocked', ...told },
        { kind: 'unblocked', ...told },
      ],
    )
  })

  it('hides all of a blocked author, and shows them again', async t => {
    const { catalog, moderation, seq } = await moderated(engine, t)
    assert.deepEqual(await moderation.block(author(1), 'spam', ACT), { isChanged: true, avatars: 2 })
    assert.deepEqual(await listedOf(catalog, 1, 2, 3), [3])
    assert.deepEqual(await moderation.unblock(author(1), ACT), { isChanged: true, avatars: 2 })
    assert.deepEqual(await listedOf(catalog, 1, 2, 3), [1, 2, 3])
    assert.deepEqual(await kindsAfter(catalog, seq), ['blocked', 'blocked', 'unblocked', 'unblocked'])
  })

  it('keeps an avatar blocked that is blocked by itself when its author is unblocked', async t => {
    const { catalog, moderation } = await moderated(engine, t)
    await moderation.block(avatar(1), null, ACT)
    assert.equal((await moderation.block(author(1), null, ACT)).avatars, 1)
    assert.equal((await moderation.unblock(author(1), ACT)).avatars, 1)
    assert.deepEqual(await listedOf(catalog, 1, 2), [2])
  })

  it('keeps an avatar blocked whose author is when it is unblocked itself', async t => {
    const { catalog, moderation, seq } = await moderated(engine, t)
    await moderation.block(author(1), null, ACT)
    await moderation.block(avatar(1), null, ACT)
    assert.deepEqual(await moderation.unblock(avatar(1), ACT), { isChanged: true, avatars: 0 })
    assert.deepEqual(await listedOf(catalog, 1, 2), [])
    assert.deepEqual(await kindsAfter(catalog, seq), ['blocked', 'blocked'])
  })

  it('hides all of an author who opts out, and shows them again', async t => {
    const { catalog, moderation, seq } = await moderated(engine, t)
    assert.deepEqual(await moderation.optOut(authorOf(1), ACT), { isChanged: true, avatars: 2 })
    assert.deepEqual(await listedOf(catalog, 1, 2, 3), [3])
    assert.deepEqual(await moderation.optIn(authorOf(1), ACT), { isChanged: true, avatars: 2 })
    assert.deepEqual(await listedOf(catalog, 1, 2, 3), [1, 2, 3])
    assert.deepEqual(await kindsAfter(catalog, seq), ['hidden', 'hidden', 'shown', 'shown'])
  })

  it('tells the log nothing of an opt-out of what is hidden anyway', async t => {
    const { catalog, moderation } = await moderated(engine, t)
    await moderation.block(author(1), null, ACT)
    const seq = await lastSeq(catalog)
    assert.deepEqual(await moderation.optOut(authorOf(1), ACT), { isChanged: true, avatars: 0 })
    assert.deepEqual(await kindsAfter(catalog, seq), [])
    await moderation.unblock(author(1), ACT)
    assert.deepEqual(await listedOf(catalog, 1, 2), [])
  })

  it('does nothing the second time: no change, no row of the audit log', async t => {
    const { catalog, moderation } = await moderated(engine, t)
    const acts = [
      () => moderation.block(avatar(1), 'stolen', ACT),
      () => moderation.block(author(2), null, ACT),
      () => moderation.optOut(authorOf(1), ACT),
      () => moderation.optIn(authorOf(1), ACT),
      () => moderation.unblock(author(2), ACT),
      () => moderation.unblock(avatar(1), ACT),
    ]
    for (const act of acts) {
      assert.equal((await act()).isChanged, true)
      const seq = await lastSeq(catalog)
      assert.deepEqual(await act(), { isChanged: false, avatars: 0 })
      assert.equal(await lastSeq(catalog), seq)
    }
    assert.deepEqual(await actionsOf(moderation), [
      `block ${idOf(1)}`,
      `block ${authorOf(2)}`,
      `opt-out ${authorOf(1)}`,
      `opt-in ${authorOf(1)}`,
      `unblock ${authorOf(2)}`,
      `unblock ${idOf(1)}`,
    ])
  })

  it('keeps the reason of a block until another is given', async t => {
    const { moderation } = await moderated(engine, t)
    const reasons = async () => (await moderation.blocks(ALL)).items.map(({ reason }) => reason)
    await moderation.block(avatar(1), 'stolen', ACT)
    assert.equal((await moderation.block(avatar(1), null, ACT)).isChanged, false)
    assert.deepEqual(await reasons(), ['stolen'])
    assert.deepEqual(await moderation.block(avatar(1), 'ripped', ACT), { isChanged: true, avatars: 0 })
    assert.deepEqual(await reasons(), ['ripped'])
    const { items } = await moderation.audit(ALL)
    assert.deepEqual(
      items.map(({ actor, detail, atMs }) => [actor, detail, atMs]),
      [
        ['test', 'ripped', NOW],
        ['test', 'stolen', NOW],
      ],
    )
  })

  it('hides what is saved later of a blocked id, a blocked author, or one who opted out', async t => {
    const { catalog, moderation } = await moderated(engine, t)
    await moderation.block(avatar(4), null, ACT)
    await moderation.block(author(5), null, ACT)
    await moderation.optOut(authorOf(6), ACT)
    const outcomes = await catalog.saveMany(
      [4, 5, 6, 7].map(number => fullPatch(number, { authorId: authorOf(number) })),
      LATER,
    )
    assert.deepEqual(outcomes, ['added', 'added', 'added', 'added'])
    assert.deepEqual(await listedOf(catalog, 4, 5, 6, 7), [7])
    await catalog.saveMany(
      [4, 5, 6].map(number => ({ id: idOf(number), name: 'New', isActive: true })),
      LATER,
    )
    assert.deepEqual(await listedOf(catalog, 4, 5, 6), [])
    assert.equal((await moderation.unblock(avatar(4), ACT)).avatars, 1)
    assert.equal((await moderation.unblock(author(5), ACT)).avatars, 1)
    assert.equal((await moderation.optIn(authorOf(6), ACT)).avatars, 1)
    assert.deepEqual(await listedOf(catalog, 4, 5, 6), [4, 5, 6])
  })

  it('hides an avatar of which it is only told later that it is of a blocked author', async t => {
    const { catalog, moderation } = await moderated(engine, t)
    await moderation.block(author(9), null, ACT)
    await catalog.saveMany([fullPatch(8, { authorId: '' })], NOW)
    const seq = await lastSeq(catalog)
    assert.deepEqual(await listedOf(catalog, 8), [8])
    await catalog.saveMany([{ id: idOf(8), authorId: authorOf(9) }], LATER)
    assert.deepEqual(await listedOf(catalog, 8), [])
    assert.deepEqual(await kindsAfter(catalog, seq), ['updated', 'blocked'])
  })

  it('lists nothing of an author who is blocked while others save avatars of theirs', async t => {
    const url = await engine.createUrl(t)
    const open = async () => await engine.open(t, url)
    const savers = await Promise.all([1, 2, 3].map(async () => catalogOver(await open())))
    const moderation = createModerationStore({ db: await open() })
    const patches = Array.from({ length: 150 }, (_, i) => fullPatch(i, { authorId: authorOf(1) }))
    const saving = savers.map(async (store, i) => {
      for (let at = 0; at < patches.length; at += 10) {
        const batch = patches.slice(at, at + 10).map(patch => ({ ...patch, views: i + at + 1 }))
        await store.saveMany(i === 1 ? batch.toReversed() : batch, NOW)
      }
    })
    const blocking = (async () => {
      for (let i = 0; i < 5; i++) {
        await moderation.block(author(1), null, ACT)
        await moderation.unblock(author(1), ACT)
      }
      await moderation.block(author(1), null, ACT)
    })()
    await Promise.all([...saving, blocking])
    const records = await savers[0]!.byIds(patches.map(({ id }) => id))
    assert.equal(records.length, 150)
    assert.deepEqual(
      records.filter(({ isListed }) => isListed),
      [],
    )
  })

  it('withholds exactly what blocks and opt-outs say, whatever happens in whatever order', async t => {
    const number = fc.integer({ min: 1, max: 4 })
    const step = fc.oneof(
      fc.record({
        act: fc.constantFrom('block', 'unblock'),
        kind: fc.constantFrom('avatar', 'author'),
        number,
      }),
      fc.record({ act: fc.constantFrom('optOut', 'optIn'), number }),
      fc.record({
        act: fc.constant('save'),
        number,
        author: fc.integer({ min: 0, max: 4 }),
        isActive: fc.boolean(),
      }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async steps => {
        const db = await engine.open(t)
        const catalog = catalogOver(db)
        const moderation = createModerationStore({ db })
        const withheld = new Set<string>()
        const saved = new Map<string, { authorId: string; isActive: boolean }>()
        for (const one of steps) {
          const subject = 'kind' in one && one.kind === 'avatar' ? avatar(one.number) : author(one.number)
          if ('isActive' in one) {
            const { isActive } = one
            const id = idOf(one.number)
            const told = one.author === 0 ? '' : authorOf(one.author)
            await catalog.saveMany([{ id, authorId: told, isActive }], NOW)
            saved.set(id, { authorId: told || (saved.get(id)?.authorId ?? ''), isActive })
          } else if (one.act === 'block') {
            await moderation.block(subject, null, ACT)
            withheld.add(subject.id)
          } else if (one.act === 'unblock') {
            await moderation.unblock(subject, ACT)
            withheld.delete(subject.id)
          } else if (one.act === 'optOut') {
            await moderation.optOut(subject.id, ACT)
            withheld.add(`out ${subject.id}`)
          } else {
            await moderation.optIn(subject.id, ACT)
            withheld.delete(`out ${subject.id}`)
          }
          const records = await catalog.byIds([...saved.keys()])
          for (const { id, isListed } of records) {
            const { authorId, isActive } = saved.get(id)!
            const isWithheld = [id, authorId, `out ${authorId}`].some(name => withheld.has(name))
            assert.equal(isListed, isActive && !isWithheld, id)
          }
        }
      }),
      { numRuns: 10 },
    )
  })

  it('lists blocks and opt-outs, newest first, a page at a time, with the names that it has', async t => {
    const { moderation } = await moderated(engine, t)
    await moderation.block(avatar(1), 'stolen', ACT)
    await moderation.block(author(2), 'spam', { ...ACT, nowMs: NOW + 1 })
    await moderation.block(avatar(99), null, { ...ACT, nowMs: NOW + 2 })
    assert.deepEqual(await moderation.blocks({ limit: 2, offset: 1 }), {
      total: 3,
      items: [
        { ...author(2), name: 'Author', reason: 'spam', atMs: NOW + 1 },
        { ...avatar(1), name: 'Name 1', reason: 'stolen', atMs: NOW },
      ],
    })
    assert.equal((await moderation.blocks({ limit: 1, offset: 0 })).items[0]!.name, null)
    await moderation.optOut(authorOf(1), ACT)
    await moderation.optOut(authorOf(99), { ...ACT, nowMs: NOW + 1 })
    const { total, items } = await moderation.optOuts(ALL)
    assert.equal(total, 2)
    assert.deepEqual(
      items.map(item => ({ ...item })),
      [
        { id: authorOf(99), name: null, atMs: NOW + 1 },
        { id: authorOf(1), name: 'Author', atMs: NOW },
      ],
    )
  })

  it('lists the audit log a page at a time, newest first', async t => {
    const { moderation } = await moderated(engine, t)
    for (const number of [1, 2, 3]) await moderation.block(avatar(number), `no ${number}`, ACT)
    const { total, items } = await moderation.audit({ limit: 2, offset: 1 })
    assert.equal(total, 3)
    assert.deepEqual(
      items.map(({ detail }) => detail),
      ['no 2', 'no 1'],
    )
  })
})

forEachEngine('reports', engine => {
  const report = (number: number, text = '') => ({ avatarId: idOf(number), reason: 'stolen', text }) as const
  const textsOf = async (moderation: ModerationStore) =>
    (await moderation.reports('all', ALL)).items.map(({ text }) => text)

  it('are listed newest first with what operators need to judge them', async t => {
    const { moderation } = await moderated(engine, t)
    await moderation.addReport(report(1, 'first'), NOW)
    await moderation.addReport({ ...report(3, 'Über 桔梗 😀'), reason: 'harmful' }, NOW + 1)
    await moderation.addReport(report(1), NOW + 2)
    await moderation.block(author(2), null, ACT)
    const { total, items } = await moderation.reports('open', { limit: 2, offset: 1 })
    assert.equal(total, 3)
    assert.deepEqual(items, [
      {
        id: 2,
        avatarId: idOf(3),
        name: 'Name 3',
        authorId: authorOf(2),
        authorName: 'Author',
        isBlocked: true,
        openReports: 1,
        reason: 'harmful',
        text: 'Über 桔梗 😀',
        atMs: NOW + 1,
        closedAtMs: null,
      },
      {
        id: 1,
        avatarId: idOf(1),
        name: 'Name 1',
        authorId: authorOf(1),
        authorName: 'Author',
        isBlocked: false,
        openReports: 2,
        reason: 'stolen',
        text: 'first',
        atMs: NOW,
        closedAtMs: null,
      },
    ])
  })

  it('are closed once, by number or all of an avatar, and each closing is in the audit log', async t => {
    const { moderation } = await moderated(engine, t)
    for (const number of [1, 1, 1, 3]) await moderation.addReport(report(number), NOW)
    assert.equal(await moderation.closeReport(1, { ...ACT, nowMs: LATER }), 'closed')
    assert.equal(await moderation.closeReport(1, ACT), 'unchanged')
    assert.equal(await moderation.closeReport(99, ACT), 'unknown')
    assert.equal(await moderation.closeReportsOf(idOf(1), ACT), 2)
    assert.equal(await moderation.closeReportsOf(idOf(1), ACT), 0)
    const open = await moderation.reports('open', ALL)
    assert.deepEqual([open.total, open.items.map(({ id }) => id)], [1, [4]])
    const closed = await moderation.reports('closed', ALL)
    assert.deepEqual([closed.total, closed.items.at(-1)!.closedAtMs], [3, LATER])
    const { items } = await moderation.audit(ALL)
    assert.deepEqual(
      items.map(({ action, subject, detail }) => [action, subject, detail]),
      [
        ['close-report', idOf(1), '2 reports'],
        ['close-report', idOf(1), 'report 1, stolen'],
      ],
    )
  })

  it('of one avatar beyond what is enough are dropped until some are closed', async t => {
    const db = await engine.open(t)
    const moderation = createModerationStore({ db, mostReports: { openOfAvatar: 2, inAll: 100 } })
    const kept: string[] = []
    for (const text of ['a', 'b', 'c']) kept.push(await moderation.addReport(report(1, text), NOW))
    assert.deepEqual(kept, ['kept', 'kept', 'enough'])
    assert.equal(await moderation.addReport(report(2), NOW), 'kept')
    await moderation.closeReport(1, ACT)
    assert.equal(await moderation.addReport(report(1, 'd'), NOW), 'kept')
    assert.deepEqual(await textsOf(moderation), ['d', '', 'b', 'a'])
  })

  it('beyond what is kept in all take the place of the oldest closed one, then of the oldest', async t => {
    const db = await engine.open(t)
    const moderation = createModerationStore({ db, mostReports: { openOfAvatar: 9, inAll: 3 } })
    for (const number of [1, 2, 3]) await moderation.addReport(report(number, `${number}`), NOW)
    await moderation.closeReport(2, ACT)
    await moderation.addReport(report(4, '4'), NOW)
    assert.deepEqual(await textsOf(moderation), ['4', '3', '1'])
    await moderation.addReport(report(5, '5'), NOW)
    assert.deepEqual(await textsOf(moderation), ['5', '4', '3'])
  })

  it('sent at the same moment are no more than may be kept', async t => {
    const url = await engine.createUrl(t)
    const mostReports = { openOfAvatar: 3, inAll: 5 }
    const stores = await Promise.all(
      [1, 2, 3].map(async () => createModerationStore({ db: await engine.open(t, url), mostReports })),
    )
    await Promise.all(Array.from({ length: 30 }, (_, i) => stores[i % 3]!.addReport(report(i % 3), NOW)))
    const { total, items } = await stores[0]!.reports('open', ALL)
    assert.equal(total, 5)
    assert.ok(items.every(({ openReports }) => openReports <= 3))
  })
})
