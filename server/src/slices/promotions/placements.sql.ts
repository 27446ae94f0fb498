import type { PlacementFilter, PlacementKind } from '@avatary/contract/promotions'
import type { ExpressionBuilder, Selectable, Transaction } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import { FLAG_COLUMNS, isListedRow } from '../../avatars/index.ts'
import type { SqlAccess } from '../../kernel/database.ts'
import { isoOf } from '../../kernel/days.ts'
import type { NewPlacement, Placement } from './placement.ts'
import type { PlacementWithAvatar } from './store.ts'
import type { PromotionTables } from './tables.sql.ts'

type Sql = SqlAccess<PromotionTables>
type Row = Selectable<PromotionTables['placements']>
type Reader = ReadonlyKysely<PromotionTables> | Transaction<PromotionTables>

/** Makes the read of the placements of one kind that have not ended and start within `aheadMs`. */
export function currentPlacements({ compiledRead }: Sql) {
  const read = compiledRead(
    (reader, kind: PlacementKind, latestStartMs: number, nowMs: number, limit: number) =>
      reader
        .selectFrom('placements')
        .selectAll()
        .where('kind', '=', kind)
        .where('starts_at_ms', '<=', latestStartMs)
        .where(eb => hasNotEnded(eb, nowMs))
        .orderBy('weight', 'desc')
        .orderBy('id')
        .limit(limit),
  )
  return async (
    kind: PlacementKind,
    { nowMs, aheadMs, limit }: { nowMs: number; aheadMs: number; limit: number },
  ): Promise<Placement[]> => (await read(kind, nowMs + aheadMs, nowMs, limit)).map(fromRow)
}

type PlacementExpressions = ExpressionBuilder<PromotionTables, 'placements'>

function hasNotEnded(eb: PlacementExpressions, nowMs: number) {
  return eb.or([eb('ends_at_ms', 'is', null), eb('ends_at_ms', '>', nowMs)])
}

export function isInState(eb: PlacementExpressions, state: PlacementFilter, nowMs: number) {
  const hasStarted = eb('starts_at_ms', '<=', nowMs)
  switch (state) {
    case 'all':
      return eb.lit(true)
    case 'upcoming':
      return eb.and([eb.not(hasStarted), hasNotEnded(eb, nowMs)])
    case 'running':
      return eb.and([hasStarted, hasNotEnded(eb, nowMs)])
    case 'ended':
      return eb.not(hasNotEnded(eb, nowMs))
  }
}

/** Selects placements with the name and listing state of their avatars. */
export function selectWithAvatar(reader: Reader) {
  return reader
    .selectFrom('placements')
    .leftJoin('avatars', 'avatars.id', 'placements.subject')
    .selectAll('placements')
    .select(['avatars.name as avatar_name', ...FLAG_COLUMNS])
}

export async function placementWithAvatar(reader: Reader, id: number): Promise<PlacementWithAvatar> {
  return toPlacementWithAvatar(
    await selectWithAvatar(reader).where('placements.id', '=', id).executeTakeFirstOrThrow(),
  )
}

export function toPlacementWithAvatar(
  row: Awaited<ReturnType<ReturnType<typeof selectWithAvatar>['execute']>>[number],
): PlacementWithAvatar {
  const { avatar_name: name } = row
  return { ...fromRow(row), avatar: name === null ? null : { name, isListed: isListedRow(row) } }
}

export function auditEntry<Action extends string>(action: Action, placement: Placement) {
  const { id, subject, weight, startsAtMs, endsAtMs } = placement
  const endsAt = endsAtMs === null ? null : isoOf(endsAtMs)
  const facts = { kind: 'placement', id, weight, startsAt: isoOf(startsAtMs), endsAt } as const
  return { action, subject, facts }
}

export function toRow({ kind, subject, weight, startsAtMs, endsAtMs, ...groupFields }: NewPlacement) {
  return {
    kind,
    subject,
    weight,
    starts_at_ms: startsAtMs,
    ends_at_ms: endsAtMs,
    name: groupFields.name,
    description: groupFields.description,
    image_url: groupFields.imageUrl,
    url: groupFields.url,
  }
}

export function fromRow(row: Row): Placement {
  return {
    id: row.id,
    kind: row.kind,
    subject: row.subject,
    weight: row.weight,
    startsAtMs: row.starts_at_ms,
    endsAtMs: row.ends_at_ms,
    name: row.name,
    description: row.description,
    imageUrl: row.image_url,
    url: row.url,
  }
}
