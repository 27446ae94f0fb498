import { setImmediate as nextTurn } from 'node:timers/promises'
import { AVATAR_FORM, type CatalogView } from '../../avatars/index.ts'
import { JsonWriter } from '../../kernel/json-writer.ts'
import type { InsightsRowsOf } from '../insights/index.ts'
import { listingOf } from './listing-of.ts'
import type { OwnAvatar } from './store.ts'

/** Avatars written in one turn of the event loop: 90 days of each are some 10 KB. */
const BATCH = 25

export type OwnSlot = OwnAvatar & { readonly slot: number }

export interface OwnAvatarsDeps {
  readonly view: Pick<CatalogView, 'slotOfKey' | 'write'>
  readonly insightsRowsOf: InsightsRowsOf
}

/** The avatars that the read model of this process already has. */
export function slotsOf({ view }: OwnAvatarsDeps, avatars: readonly OwnAvatar[]): OwnSlot[] {
  return avatars
    .map(avatar => ({ ...avatar, slot: view.slotOfKey(avatar.key) }))
    .filter(({ slot }) => slot !== -1)
}

/** Writes the answer to `GET /creator/avatars` in pieces: 2,000 avatars with 90 days are some 20 MB. */
export async function* writeOwnAvatars(
  deps: OwnAvatarsDeps,
  avatars: readonly OwnSlot[],
  days: number,
): AsyncGenerator<Buffer> {
  const out = new JsonWriter(BATCH * 16 * 1024)
  out.ascii(`{"total":${avatars.length},"avatars":[`)
  for (let start = 0; start < avatars.length; start += BATCH) {
    if (start > 0) await nextTurn()
    if (start > 0) out.ascii(',')
    writeBatch(deps, avatars.slice(start, start + BATCH), days, out)
    yield out.toBuffer()
    out.reset()
  }
  yield out.ascii(`],"days":${days}}`).toBuffer()
}

function writeBatch(
  { view, insightsRowsOf }: OwnAvatarsDeps,
  avatars: readonly OwnSlot[],
  days: number,
  out: JsonWriter,
): void {
  const slots = avatars.map(({ slot }) => slot)
  const rows = insightsRowsOf(slots, days)
  if (rows === null) throw new Error('The counts of avatars are no longer in memory')
  for (const [i, { slot, ...state }] of avatars.entries()) {
    if (i > 0) out.ascii(',')
    view.write(AVATAR_FORM, slot, out)
    // The same object goes on with the counts and the listing state.
    out.removeLast(1).ascii(',')
    out.text(JSON.stringify({ ...rows[i], ...listingOf(state) }).slice(1))
  }
}
