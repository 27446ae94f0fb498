import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fullPatch, idOf, NOW } from '../../../tests/store/fixtures.ts'
import {
  ACT,
  ALL,
  actionsOf,
  author,
  authorOf,
  avatar,
  LATER,
  moderated,
} from '../../../tests/store/moderated.ts'
import { forEachEngine } from '../../../tests/support/engines.ts'
import { itRunsReviewedStatements } from '../../../tests/support/sql-recorder.ts'
import { ReportStore } from './reports.sql.ts'

const { imageUrl: IMAGE } = fullPatch(1)

forEachEngine('reports', engine => {
  const report = (number: number, text = '') => ({ avatarId: idOf(number), reason: 'stolen', text }) as const
  const numbered = (number: number) => ({ kind: 'report', number }) as const
  const textsOf = async (reports: ReportStore) =>
    (await reports.list('all', ALL)).items.map(({ text }) => text)

  it('are listed newest first, with the details operators need to judge them', async t => {
    const { moderation, reports } = await moderated(engine, t)
    await reports.add(report(1, 'first'), NOW)
    await reports.add({ ...report(3, 'Über 桔梗 😀'), reason: 'harmful' }, NOW + 1)
    await reports.add(report(1), NOW + 2)
    await moderation.block(author(2), null, ACT)
    const { total, items } = await reports.list('open', { limit: 2, offset: 1 })
    assert.equal(total, 3)
    assert.deepEqual(items, [
      {
        id: 2,
        avatarId: idOf(3),
        name: 'Name 3',
        authorId: authorOf(2),
        authorName: 'Author',
        isBlocked: true,
        isListed: false,
        imageUrl: IMAGE,
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
        isListed: true,
        imageUrl: IMAGE,
        openReports: 2,
        reason: 'stolen',
        text: 'first',
        atMs: NOW,
        closedAtMs: null,
      },
    ])
  })

  it('are closed once, by number or per avatar, and each closing is in the audit log', async t => {
    const { moderation, reports } = await moderated(engine, t)
    for (const number of [1, 1, 1, 3]) await reports.add(report(number), NOW)
    assert.equal(await reports.close(numbered(1), { ...ACT, nowMs: LATER }), 1)
    assert.equal(await reports.close(numbered(1), ACT), 0)
    assert.equal(await reports.close(numbered(99), ACT), null)
    assert.equal(await reports.close(avatar(1), ACT), 2)
    assert.equal(await reports.close(avatar(1), ACT), 0)
    const open = await reports.list('open', ALL)
    assert.deepEqual([open.total, open.items.map(({ id }) => id)], [1, [4]])
    const closed = await reports.list('closed', ALL)
    assert.deepEqual([closed.total, closed.items.at(-1)!.closedAtMs], [3, LATER])
    const { items } = await moderation.audit(ALL)
    assert.deepEqual(
      items.map(({ action, subject, detail, facts }) => [action, subject, detail, facts]),
      [
        ['close-report', idOf(1), '2 reports', { kind: 'reports', count: 2 }],
        ['close-report', idOf(1), 'report 1, stolen', { kind: 'report', id: 1, reason: 'stolen' }],
      ],
    )
  })

  it('are reopened once, by number or as they were closed together, and each reopening is in the audit log', async t => {
    const { moderation, reports } = await moderated(engine, t)
    for (const number of [1, 1, 1, 3]) await reports.add(report(number), NOW)
    await reports.close(numbered(1), ACT)
    await reports.close(avatar(1), { ...ACT, nowMs: LATER })
    assert.equal(await reports.reopen(avatar(1), ACT), 2)
    assert.deepEqual(
      (await reports.list('closed', ALL)).items.map(({ id }) => id),
      [1],
    )
    assert.equal(await reports.reopen(numbered(1), ACT), 1)
    assert.equal(await reports.reopen(numbered(1), ACT), 0)
    assert.equal(await reports.reopen(numbered(99), ACT), null)
    assert.equal(await reports.reopen(avatar(1), ACT), 0)
    assert.equal((await reports.list('open', ALL)).total, 4)
    const { items } = await moderation.audit(ALL)
    assert.deepEqual(
      items.slice(0, 2).map(({ action, subject, detail }) => [action, subject, detail]),
      [
        ['reopen-report', idOf(1), 'report 1, stolen'],
        ['reopen-report', idOf(1), '2 reports'],
      ],
    )
  })

  it('are closed on request when their avatar or its author is blocked', async t => {
    const { moderation, reports } = await moderated(engine, t)
    for (const number of [1, 2, 2, 3]) await reports.add(report(number), NOW)
    await moderation.block(avatar(1), 'stolen', ACT)
    assert.equal((await reports.list('open', ALL)).total, 4)
    await moderation.block(avatar(1), null, ACT, true)
    assert.equal((await reports.list('open', ALL)).total, 3)
    await moderation.block(author(1), null, ACT, true)
    assert.deepEqual(
      (await reports.list('open', ALL)).items.map(({ avatarId }) => avatarId),
      [idOf(3)],
    )
    assert.deepEqual(await actionsOf(moderation), [
      `block ${idOf(1)}`,
      `close-report ${idOf(1)}`,
      `close-report ${authorOf(1)}`,
      `block ${authorOf(1)}`,
    ])
  })

  it('of an author are reopened if the block of that author closed them, and no others are', async t => {
    const { moderation, reports } = await moderated(engine, t)
    for (const number of [1, 1, 2, 3]) await reports.add(report(number), NOW)
    await reports.close(numbered(1), ACT)
    await moderation.block(author(1), null, { ...ACT, nowMs: LATER }, true)
    assert.equal(await reports.reopen(author(1), ACT), 2)
    const closed = await reports.list('closed', ALL)
    assert.deepEqual(
      closed.items.map(({ id }) => id),
      [1],
    )
    assert.equal((await actionsOf(moderation)).at(-1), `reopen-report ${authorOf(1)}`)
  })

  it('of one avatar are dropped beyond its bound until some are closed', async t => {
    const db = await engine.open(t)
    const reports = new ReportStore({ db, bounds: { openOfAvatar: 2, inAll: 100 } })
    const outcomes: string[] = []
    for (const text of ['a', 'b', 'c']) outcomes.push((await reports.add(report(1, text), NOW)).kind)
    assert.deepEqual(outcomes, ['stored', 'stored', 'dropped'])
    assert.deepEqual(await reports.add(report(2), NOW), { kind: 'stored' })
    await reports.close(numbered(1), ACT)
    assert.deepEqual(await reports.add(report(1, 'd'), NOW), { kind: 'stored' })
    assert.deepEqual(await textsOf(reports), ['d', '', 'b', 'a'])
  })

  it('beyond the total bound replace the oldest closed one, else the oldest', async t => {
    const db = await engine.open(t)
    const reports = new ReportStore({ db, bounds: { openOfAvatar: 9, inAll: 3 } })
    for (const number of [1, 2, 3]) await reports.add(report(number, `${number}`), NOW)
    await reports.close(numbered(2), ACT)
    await reports.add(report(4, '4'), NOW)
    assert.deepEqual(await textsOf(reports), ['4', '3', '1'])
    await reports.add(report(5, '5'), NOW)
    assert.deepEqual(await textsOf(reports), ['5', '4', '3'])
  })

  it('are deleted some time after they were closed, and never while open', async t => {
    const reports = new ReportStore({ db: await engine.open(t) })
    for (const number of [1, 2, 3]) await reports.add(report(number, `${number}`), NOW)
    await reports.close(numbered(1), ACT)
    await reports.close(numbered(2), { ...ACT, nowMs: ACT.nowMs + 1 })
    assert.equal(await reports.deleteClosedBefore(ACT.nowMs + 1), 1)
    assert.deepEqual(await textsOf(reports), ['3', '2'])
  })

  it('sent concurrently stay within the bounds', async t => {
    const url = await engine.createUrl(t)
    const bounds = { openOfAvatar: 3, inAll: 5 }
    const stores = await Promise.all(
      [1, 2, 3].map(async () => new ReportStore({ db: await engine.open(t, url), bounds })),
    )
    await Promise.all(Array.from({ length: 30 }, (_, i) => stores[i % 3]!.add(report(i % 3), NOW)))
    const { total, items } = await stores[0]!.list('open', ALL)
    assert.equal(total, 5)
    assert.ok(items.every(({ openReports }) => openReports <= 3))
  })

  itRunsReviewedStatements(engine.name, 'reports')
})
