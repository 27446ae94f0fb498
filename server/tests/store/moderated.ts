import type { TestContext } from 'node:test'
import { ReportStore } from '../../src/slices/moderation/reports.sql.ts'
import { ModerationStore } from '../../src/slices/moderation/store.sql.ts'
import type { TestEngine } from '../support/engines.ts'
import { catalogOver, fullPatch, idOf, lastSeq, NOW, recordOf } from './fixtures.ts'

export const ACT = { actor: 'test', nowMs: NOW }
export const LATER = NOW + 60_000
export const ALL = { limit: 500, offset: 0 }

export function authorOf(number: number): string {
  return `usr_00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
}

export const avatar = (number: number) => ({ kind: 'avatar', id: idOf(number) }) as const
export const author = (number: number) => ({ kind: 'author', id: authorOf(number) }) as const

/** Avatars 1 and 2 of author 1, avatar 3 of author 2. */
export async function moderated(engine: TestEngine, t: TestContext) {
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
  const moderation = new ModerationStore({ db })
  const reports = new ReportStore({ db })
  return { db, catalog, moderation, reports, seq: await lastSeq(catalog) }
}

export type Catalog = ReturnType<typeof catalogOver>

export async function listedOf(catalog: Catalog, ...numbers: number[]): Promise<number[]> {
  const records = await Promise.all(numbers.map(number => recordOf(catalog, idOf(number))))
  return numbers.filter((_, i) => records[i]!.isListed)
}

export async function actionsOf(moderation: ModerationStore): Promise<string[]> {
  const { items } = await moderation.audit(ALL)
  return items.map(({ action, subject }) => `${action} ${subject}`).reverse()
}
