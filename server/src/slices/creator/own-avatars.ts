import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CreatorAvatarsQuery } from '@avatary/contract/creator'
import type { InsightSort } from '@avatary/contract/insights'
import type { CatalogView } from '../../avatars/index.ts'
import { chunks } from '../../kernel/chunks.ts'
import { JsonWriter } from '../../kernel/json-writer.ts'
import { type CurrentInsights, type InsightsRow, writeAvatarWith } from '../insights/index.ts'
import { listingOf } from './listing-of.ts'
import type { OwnAvatar } from './store.ts'

/** Avatars written per turn of the event loop; 90 days of each are some 10 KB. */
const WRITES_PER_TURN = 25
/** Avatars whose counts are summed per turn of the event loop. */
const SUMS_PER_TURN = 250

export type OwnSlot = OwnAvatar & { readonly slot: number }

export interface OwnAvatarsDeps {
  readonly view: Pick<CatalogView, 'slotOfKey' | 'write'>
  readonly currentInsights: CurrentInsights
}

/** Drops avatars that the read model of this process does not have yet. */
export function slotsOf({ view }: OwnAvatarsDeps, avatars: readonly OwnAvatar[]): OwnSlot[] {
  return avatars
    .map(avatar => ({ ...avatar, slot: view.slotOfKey(avatar.key) }))
    .filter(({ slot }) => slot !== -1)
}

/** The value by which avatars are sorted, largest first; ties stay newest first. */
function sortValueOf({ window, previous, rates }: InsightsRow, sort: Exclude<InsightSort, 'newest'>): number {
  if (sort === 'trending') return window.views - previous.views
  return sort === 'ctr' ? rates.ctr : window[sort]
}

export interface OwnPage {
  readonly avatars: readonly OwnSlot[]
  /** Number of avatars that match the query. */
  readonly total: number
  readonly nextOffset: number | null
}

/** Filters and sorts avatars. @param ownSlots newest first. */
export async function ownPage(
  { currentInsights }: OwnAvatarsDeps,
  ownSlots: readonly OwnSlot[],
  { days, listed, sort, limit = ownSlots.length, offset }: CreatorAvatarsQuery,
): Promise<OwnPage> {
  const selectedAvatars = ownSlots.filter(
    avatar => listed === undefined || listingOf(avatar).listed === (listed === 'yes'),
  )
  const total = selectedAvatars.length
  const end = offset + limit
  const nextOffset = end < total ? end : null
  if (sort === 'newest') return { avatars: selectedAvatars.slice(offset, end), total, nextOffset }
  const avatarsWithValue: { avatar: OwnSlot; value: number }[] = []
  for (const batch of chunks(selectedAvatars, SUMS_PER_TURN)) {
    const rows = currentInsights.rows(slotsIn(batch), days)
    avatarsWithValue.push(...batch.map((avatar, i) => ({ avatar, value: sortValueOf(rows[i]!, sort) })))
    await nextTurn()
  }
  const orderedAvatars = avatarsWithValue.sort((a, b) => b.value - a.value).map(({ avatar }) => avatar)
  return { avatars: orderedAvatars.slice(offset, end), total, nextOffset }
}

/** Writes the answer to `GET /creator/avatars` in chunks: 2,000 avatars with 90 days are some 20 MB. */
export async function* writeOwnAvatars(
  deps: OwnAvatarsDeps,
  { avatars, total, nextOffset }: OwnPage,
  { days, series }: Pick<CreatorAvatarsQuery, 'days' | 'series'>,
): AsyncGenerator<Buffer> {
  const out = new JsonWriter(WRITES_PER_TURN * 16 * 1024)
  out.ascii(`{"total":${total},"avatars":[`)
  let isFirst = true
  for (const batch of chunks(avatars, WRITES_PER_TURN)) {
    if (!isFirst) {
      await nextTurn()
      out.ascii(',')
    }
    isFirst = false
    writeBatch(deps, batch, { days, series }, out)
    yield out.toBuffer()
    out.reset()
  }
  yield out.ascii(`],"days":${days},"nextOffset":${nextOffset}}`).toBuffer()
}

export function writeOwnAvatar(deps: OwnAvatarsDeps, avatar: OwnSlot, days: number): Buffer {
  const out = new JsonWriter(32 * 1024)
  writeBatch(deps, [avatar], { days, series: 'yes' }, out)
  return out.toBuffer()
}

function writeBatch(
  { view, currentInsights }: OwnAvatarsDeps,
  avatars: readonly OwnSlot[],
  { days, series }: Pick<CreatorAvatarsQuery, 'days' | 'series'>,
  out: JsonWriter,
): void {
  const slots = slotsIn(avatars)
  const rows = series === 'yes' ? currentInsights.rowsByDay(slots, days) : currentInsights.rows(slots, days)
  for (const [i, { slot, ...state }] of avatars.entries()) {
    if (i > 0) out.ascii(',')
    writeAvatarWith(view, slot, { ...rows[i], ...listingOf(state) }, out)
  }
}

export function slotsIn(avatars: readonly OwnSlot[]): number[] {
  return avatars.map(({ slot }) => slot)
}
