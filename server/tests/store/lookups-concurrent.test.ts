import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { AvatarId } from '../../src/kernel/avatar-id.ts'
import { ModerationStore } from '../../src/slices/moderation/store.sql.ts'
import { SubmissionStore } from '../../src/slices/submission/store.sql.ts'
import { LookupStore } from '../../src/slices/verification/store.sql.ts'
import { forEachEngine } from '../support/engines.ts'
import { catalogOver, fullPatch, idOf, NOW } from './fixtures.ts'
import { progressOf } from './lookup-stores.ts'

const AVATARS = 120
const WITHOUT_PACE = { perMinute: 100_000, spacingMs: 0, leaseMs: 60_000, staleBeforeMs: 0 }
const id = (number: number) => idOf(number) as AvatarId
const authorOf = (number: number) => `usr_00000000-0000-4000-8000-${String(number % 10).padStart(12, '0')}`
const patchOf = (number: number) => fullPatch(number, { authorId: authorOf(number), isActive: true })
const isEven = (number: number) => number % 2 === 0

forEachEngine('lookups, submissions, imports and moderation at the same moment', engine => {
  it('do not block each other, and no blocked avatar is listed', async t => {
    const url = await engine.createUrl(t)
    const [submitting, first, second, importing, moderating] = await Promise.all(
      Array.from({ length: 5 }, () => engine.open(t, url)),
    )
    const submissions = new SubmissionStore({ db: submitting! })
    const numbers = Array.from({ length: AVATARS }, (_, i) => i)
    const decidedIds: string[] = []
    let isSubmitted = false

    const submit = async () => {
      for (const number of numbers) await submissions.submit([id(number), id(number + 1)], 1000, NOW)
      isSubmitted = true
    }
    const verify = async (db: NonNullable<typeof first>) => {
      const lookups = new LookupStore({ db, catalog: catalogOver(db) })
      for (;;) {
        const outcome = await lookups.lease(WITHOUT_PACE, NOW)
        if (outcome.kind === 'leased') {
          const number = Number(outcome.lookup.id.slice(-12))
          const verdict = isEven(number)
            ? ({ kind: 'public', patch: patchOf(number) } as const)
            : ({ kind: 'rejected', reason: 'not_public' } as const)
          await lookups.decide(outcome.lookup, verdict, NOW)
          decidedIds.push(outcome.lookup.id)
        } else if (isSubmitted) return
      }
    }
    const importAll = async () => {
      const catalog = catalogOver(importing!)
      for (let at = 0; at < AVATARS; at += 20)
        await catalog.saveMany(
          numbers
            .slice(at, at + 20)
            .reverse()
            .map(patchOf),
          NOW,
        )
    }
    const moderate = async () => {
      const moderation = new ModerationStore({ db: moderating! })
      const act = { actor: 'test', nowMs: NOW }
      for (const number of numbers.filter(n => n % 7 === 0))
        await moderation.block({ kind: 'avatar', id: id(number) }, 'test', act)
      for (const number of [3, 4])
        await moderation.block({ kind: 'author', id: authorOf(number) }, 'test', act)
    }
    await Promise.all([submit(), verify(first!), verify(second!), importAll(), moderate()])

    assert.equal(await submissions.countWaiting(), 0)
    assert.ok(decidedIds.length > 0)
    const records = await catalogOver(importing!).byIds(numbers.map(id))
    for (const { id: avatarId, authorId, isListed } of records) {
      const number = Number(avatarId.slice(-12))
      const isBlocked = number % 7 === 0 || [authorOf(3), authorOf(4)].includes(authorId)
      if (isBlocked) assert.equal(isListed, false, avatarId)
    }
    const states = await Promise.all(numbers.map(async number => await progressOf(submissions, id(number))))
    assert.ok(states.every(({ position }) => position === null))
  })
})
