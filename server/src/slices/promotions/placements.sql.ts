import { isDeepStrictEqual } from 'node:util'
import type { PlacementKind, PlacementList } from '@avatary/contract/promotions'
import type { ExpressionBuilder, Selectable, Transaction } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import type { SqlAccess } from '../../kernel/database.ts'
import { type Act, type Listed, noteAct, type Range } from '../moderation/index.ts'
import { changedPlacement, type NewPlacement, type Placement, type PlacementSettings } from './placement.ts'
import type { KnownPlacement, PromotionStore } from './store.ts'
import type { PromotionTables } from './tables.sql.ts'

type Sql = SqlAccess<PromotionTables>
type Row = Selectable<PromotionTables['placements']>
type Reader = ReadonlyKysely<PromotionTables> | Transaction<PromotionTables>

export async function addPlacement(sql: Sql, placement: NewPlacement, act: Act): Promise<KnownPlacement> {
  return await sql.transact(async tx => {
    const { id } = await tx
      .insertInto('placements')
      .values(toRow(placement))
      .returning('id')
      .executeTakeFirstOrThrow()
    await noteAct(tx, act, entryOf('add-placement', { ...placement, id }))
    return await known(tx, id)
  })
}

export async function changePlacement(
  sql: Sql,
  id: number,
  settings: PlacementSettings,
  act: Act,
): ReturnType<PromotionStore['change']> {
  return await sql.transact(async tx => {
    const query = tx.selectFrom('placements').selectAll().where('id', '=', id).forNoKeyUpdate()
    const row = await query.executeTakeFirst()
    if (row === undefined) return { kind: 'unknown' as const }
    const before = fromRow(row)
    const changed = changedPlacement(before, settings)
    if (changed.kind === 'refused') return changed
    const after = toRow(changed.placement)
    if (!isDeepStrictEqual(after, toRow(before))) {
      await tx.updateTable('placements').set(after).where('id', '=', id).execute()
      await noteAct(tx, act, entryOf('change-placement', { ...changed.placement, id }))
    }
    return { kind: 'ok' as const, placement: await known(tx, id) }
  })
}

export async function removePlacement(sql: Sql, id: number, act: Act): Promise<boolean> {
  return await sql.transact(async tx => {
    const row = await tx.deleteFrom('placements').where('id', '=', id).returningAll().executeTakeFirst()
    if (row === undefined) return false
    await noteAct(tx, act, entryOf('remove-placement', fromRow(row)))
    return true
  })
}

export async function readPlacements(
  { reader }: Sql,
  which: PlacementList,
  { limit, offset }: Range,
  nowMs: number,
): Promise<Listed<KnownPlacement>> {
  const rows = await selectKnown(reader)
    .where(eb => isWhich(eb, which, nowMs))
    .orderBy('weight', 'desc')
    .orderBy('placements.id')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await reader
    .selectFrom('placements')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(eb => isWhich(eb, which, nowMs))
    .executeTakeFirstOrThrow()
  return { total, items: rows.map(toKnown) }
}

/** Of one kind, those that have not ended and begin within `aheadMs`. */
export async function readBillboard(
  { reader }: Sql,
  kind: PlacementKind,
  { nowMs, aheadMs, most }: { nowMs: number; aheadMs: number; most: number },
): Promise<Placement[]> {
  const rows = await reader
    .selectFrom('placements')
    .selectAll()
    .where('kind', '=', kind)
    .where('starts_at_ms', '<=', nowMs + aheadMs)
    .where(eb => eb.or([eb('ends_at_ms', 'is', null), eb('ends_at_ms', '>', nowMs)]))
    .orderBy('weight', 'desc')
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map(fromRow)
}

function isWhich(eb: ExpressionBuilder<PromotionTables, 'placements'>, which: PlacementList, nowMs: number) {
  const hasBegun = eb('starts_at_ms', '<=', nowMs)
  const goesOn = eb.or([eb('ends_at_ms', 'is', null), eb('ends_at_ms', '>', nowMs)])
  switch (which) {
    case 'all':
      return eb.lit(true)
    case 'upcoming':
      return eb.and([eb.not(hasBegun), goesOn])
    case 'running':
      return eb.and([hasBegun, goesOn])
    case 'ended':
      return eb.not(goesOn)
  }
}

/** Placements with what the catalog has of their avatars. */
function selectKnown(reader: Reader) {
  return reader
    .selectFrom('placements')
    .leftJoin('avatars', 'avatars.id', 'placements.subject')
    .selectAll('placements')
    .select(['avatars.name as avatar_name', 'is_active', 'is_unlisted', 'is_blocked', 'is_opted_out'])
}

async function known(reader: Reader, id: number): Promise<KnownPlacement> {
  return toKnown(await selectKnown(reader).where('placements.id', '=', id).executeTakeFirstOrThrow())
}

function toKnown(
  row: Awaited<ReturnType<ReturnType<typeof selectKnown>['execute']>>[number],
): KnownPlacement {
  const { avatar_name: name, is_active, is_unlisted, is_blocked, is_opted_out } = row
  if (name === null) return { ...fromRow(row), avatar: null }
  const isListed = is_active === 1 && is_unlisted === 0 && is_blocked === 0 && is_opted_out === 0
  return { ...fromRow(row), avatar: { name, isListed } }
}

function entryOf<Action extends string>(action: Action, placement: Placement) {
  const { id, subject, weight, startsAtMs, endsAtMs } = placement
  const until = endsAtMs === null ? '' : ` until ${new Date(endsAtMs).toISOString()}`
  const detail = `placement ${id}, weight ${weight}, from ${new Date(startsAtMs).toISOString()}${until}`
  return { action, subject, detail }
}

function toRow({ kind, subject, weight, startsAtMs, endsAtMs, ...shown }: NewPlacement) {
  return {
    kind,
    subject,
    weight,
    starts_at_ms: startsAtMs,
    ends_at_ms: endsAtMs,
    name: shown.name,
    description: shown.description,
    image_url: shown.imageUrl,
    url: shown.url,
  }
}

function fromRow(row: Row): Placement {
  return {
    id: row.id,
    kind: row.kind as PlacementKind,
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
