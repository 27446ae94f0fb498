import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import {
  catalogOver,
  fullPatch,
  idOf,
  kindsAfter,
  lastSeq,
  NOW,
  recordOf,
} from '../../../tests/store/fixtures.ts'
import {
  ACT,
  ALL,
  actionsOf,
  author,
  authorOf,
  avatar,
  LATER,
  listedOf,
  moderated,
} from '../../../tests/store/moderated.ts'
import { forEachEngine } from '../../../tests/support/engines.ts'
import { itRunsReviewedStatements } from '../../../tests/support/sql-recorder.ts'
import { ModerationStore } from './store.sql.ts'

forEachEngine('moderation', engine => {
  it('Avatar moderation: not blocked, moderation → blocked, event frame `blocked`', async t => {
    const { catalog, moderation, seq } = await moderated(engine, t)
    assert.deepEqual(await moderation.block(avatar(1), 'stolen', ACT), { isChanged: true, avatars: 1 })
    assert.deepEqual(await listedOf(catalog, 1, 2, 3), [2, 3])
    const [change] = await catalog.changes.after(seq, 10)
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

  it('logs each change once for an avatar that the catalog does not have', async t => {
    const { catalog, moderation, seq } = await moderated(engine, t)
    assert.deepEqual(await moderation.block(avatar(9), null, ACT), { isChanged: true, avatars: 0 })
    await moderation.block(avatar(9), 'a reason', ACT)
    await moderation.block(author(9), null, ACT)
    await moderation.unblock(author(9), ACT)
    await moderation.unblock(avatar(9), ACT)
    await moderation.unblock(avatar(9), ACT)
    const changes = await catalog.changes.after(seq, 10)
    const told = { key: 0, atMs: NOW, unknownId: idOf(9) }
    assert.deepEqual(
      changes.map(({ seq: _, ...change }) => change),
      [
        { kind: 'blocked', ...told },
        { kind: 'unblocked', ...told },
      ],
    )
  })

  it('hides all avatars of a blocked author, and shows them after the unblock', async t => {
    const { catalog, moderation, seq } = await moderated(engine, t)
    assert.deepEqual(await moderation.block(author(1), 'spam', ACT), { isChanged: true, avatars: 2 })
    assert.deepEqual(await listedOf(catalog, 1, 2, 3), [3])
    assert.deepEqual(await moderation.unblock(author(1), ACT), { isChanged: true, avatars: 2 })
    assert.deepEqual(await listedOf(catalog, 1, 2, 3), [1, 2, 3])
    assert.deepEqual(await kindsAfter(catalog, seq), ['blocked', 'blocked', 'unblocked', 'unblocked'])
  })

  it('keeps an individually blocked avatar blocked when its author is unblocked', async t => {
    const { catalog, moderation } = await moderated(engine, t)
    await moderation.block(avatar(1), null, ACT)
    assert.equal((await moderation.block(author(1), null, ACT)).avatars, 1)
    assert.equal((await moderation.unblock(author(1), ACT)).avatars, 1)
    assert.deepEqual(await listedOf(catalog, 1, 2), [2])
  })

  it('keeps an avatar of a blocked author blocked when the avatar is unblocked', async t => {
    const { catalog, moderation, seq } = await moderated(engine, t)
    await moderation.block(author(1), null, ACT)
    await moderation.block(avatar(1), null, ACT)
    assert.deepEqual(await moderation.unblock(avatar(1), ACT), { isChanged: true, avatars: 0 })
    assert.deepEqual(await listedOf(catalog, 1, 2), [])
    assert.deepEqual(await kindsAfter(catalog, seq), ['blocked', 'blocked'])
  })

  it('hides all avatars of an author who opts out, and shows them after the opt-in', async t => {
    const { catalog, moderation, seq } = await moderated(engine, t)
    assert.deepEqual(await moderation.optOut(authorOf(1), ACT), { isChanged: true, avatars: 2 })
    assert.deepEqual(await listedOf(catalog, 1, 2, 3), [3])
    assert.deepEqual(await moderation.optIn(authorOf(1), ACT), { isChanged: true, avatars: 2 })
    assert.deepEqual(await listedOf(catalog, 1, 2, 3), [1, 2, 3])
    assert.deepEqual(await kindsAfter(catalog, seq), ['hidden', 'hidden', 'shown', 'shown'])
  })

  it('logs no change when an opt-out only concerns hidden avatars', async t => {
    const { catalog, moderation } = await moderated(engine, t)
    await moderation.block(author(1), null, ACT)
    const seq = await lastSeq(catalog)
    assert.deepEqual(await moderation.optOut(authorOf(1), ACT), { isChanged: true, avatars: 0 })
    assert.deepEqual(await kindsAfter(catalog, seq), [])
    await moderation.unblock(author(1), ACT)
    assert.deepEqual(await listedOf(catalog, 1, 2), [])
  })

  it('does nothing the second time: no change, no entry in the audit log', async t => {
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

  it('keeps the reason of the reports that a block answers, as a sentence and as data', async t => {
    const { moderation } = await moderated(engine, t)
    const facts = { kind: 'reported', reason: 'explicit' } as const
    await moderation.block(avatar(1), facts, ACT)
    await moderation.block(avatar(2), 'explicit', ACT)
    assert.deepEqual(
      (await moderation.blocks(ALL)).items.map(({ reason }) => reason),
      ['reported: explicit', 'explicit'],
    )
    assert.deepEqual(
      (await moderation.audit(ALL)).items.map(entry => [entry.detail, entry.facts]),
      [
        ['explicit', null],
        ['reported: explicit', facts],
      ],
    )
  })

  it('hides avatars saved later if their id or author is blocked, or the author opted out', async t => {
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

  it('hides an avatar when a later source names its blocked author', async t => {
    const { catalog, moderation } = await moderated(engine, t)
    await moderation.block(author(9), null, ACT)
    await catalog.saveMany([fullPatch(8, { authorId: '' })], NOW)
    const seq = await lastSeq(catalog)
    assert.deepEqual(await listedOf(catalog, 8), [8])
    await catalog.saveMany([{ id: idOf(8), authorId: authorOf(9) }], LATER)
    assert.deepEqual(await listedOf(catalog, 8), [])
    assert.deepEqual(await kindsAfter(catalog, seq), ['updated', 'blocked'])
  })

  it('lists no avatar of an author who is blocked while their avatars are saved', async t => {
    const url = await engine.createUrl(t)
    const open = async () => await engine.open(t, url)
    const savers = await Promise.all([1, 2, 3].map(async () => catalogOver(await open())))
    const moderation = new ModerationStore({ db: await open() })
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

  it('withholds exactly the blocked and opted-out avatars, in any order of events', async t => {
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
        const moderation = new ModerationStore({ db })
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

  it('lists blocks and opt-outs by page, newest first, with the known names', async t => {
    const { moderation } = await moderated(engine, t)
    await moderation.block(avatar(1), 'stolen', ACT)
    await moderation.block(author(2), 'spam', { ...ACT, nowMs: NOW + 1 })
    await moderation.block(avatar(99), null, { ...ACT, nowMs: NOW + 2 })
    const blocks = await moderation.blocks({ limit: 2, offset: 1 })
    assert.equal(blocks.total, 3)
    assert.deepEqual(
      blocks.items.map(item => ({ ...item })),
      [
        { ...author(2), name: 'Author', reason: 'spam', atMs: NOW + 1 },
        { ...avatar(1), name: 'Name 1', reason: 'stolen', atMs: NOW },
      ],
    )
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

  it('deletes old entries of the audit log', async t => {
    const { moderation } = await moderated(engine, t)
    for (const number of [1, 2, 3])
      await moderation.block(avatar(number), `no ${number}`, { ...ACT, nowMs: NOW + number })
    assert.equal(await moderation.deleteAuditBefore(NOW + 3), 2)
    const { items } = await moderation.audit(ALL)
    assert.deepEqual(
      items.map(({ detail }) => detail),
      ['no 3'],
    )
  })

  itRunsReviewedStatements(engine.name, 'blocks', 'opt_outs', 'audit')
})
