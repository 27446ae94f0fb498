import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type FavoriteGroup, GROUP_ICONS } from '@avatary/contract/account'
import { AVATAR_FORM, type CatalogView } from '../../../avatars/index.ts'
import { chunks } from '../../../kernel/chunks.ts'
import { JsonWriter } from '../../../kernel/json-writer.ts'
import type { ReadLastKnown } from './last-known.sql.ts'
import type { Saved } from './store.sql.ts'
import { withoutContent } from './unlisted.ts'

/** Avatars written in one turn of the event loop: some 150 KB, less than a millisecond. */
const STEP = 250

type View = Pick<CatalogView, 'slotOfKey' | 'isListed' | 'write'>

export interface CollectionDeps {
  view: View
  readLastKnown: ReadLastKnown
  /** Resolves once the view holds what was committed before. */
  catchUp: () => Promise<unknown>
}

/** Bytes of an answer, and their strong tag. */
export interface TaggedBytes {
  readonly body: Buffer
  readonly etag: string
}

/**
 * `GET /favorites`, put together in pieces while the event loop goes on turning: ten thousand avatars are 7 MB. What
 * is listed is copied from the view; what is not is asked of the system of record.
 */
export async function collectionAnswer(
  deps: CollectionDeps,
  saved: readonly Saved[],
  groups: readonly FavoriteGroup[],
): Promise<TaggedBytes> {
  const hash = createHash('sha1')
  const pieces: Buffer[] = []
  const out = new JsonWriter(STEP * 1024)
  const finishPiece = () => {
    const piece = out.toBuffer()
    hash.update(piece)
    pieces.push(piece)
    out.reset()
  }
  out.ascii('{"total":').integer(saved.length).ascii(',"avatars":[')
  let isFirst = true
  for (const step of chunks(saved, STEP)) {
    const unlisted = new Map<number, string>()
    // Nothing else runs between the last look at what is listed and the writing.
    for (let asked = unlistedAmong(deps, step, unlisted); asked.length > 0; ) {
      await ask(deps, asked, unlisted)
      asked = unlistedAmong(deps, step, unlisted)
    }
    for (const one of step) {
      if (!isFirst) out.ascii(',')
      isFirst = false
      writeSaved(deps.view, one, unlisted.get(one.avatarKey), out)
    }
    finishPiece()
    await nextTurn()
  }
  out.ascii('],"groups":').json(groups).ascii(',"icons":').json(GROUP_ICONS).ascii('}')
  finishPiece()
  return { body: Buffer.concat(pieces), etag: `"${hash.digest('base64url')}"` }
}

/** Rows of those that are not listed and not known yet. */
function unlistedAmong(
  { view }: CollectionDeps,
  saved: readonly Saved[],
  known: Map<number, string>,
): number[] {
  const keys = saved.map(({ avatarKey }) => avatarKey)
  return keys.filter(key => !view.isListed(view.slotOfKey(key)) && !known.has(key))
}

/** Adds the JSON of those that are not listed, by row. One that only this view does not list yet is waited for. */
async function ask(
  { readLastKnown, catchUp }: CollectionDeps,
  keys: readonly number[],
  unlisted: Map<number, string>,
): Promise<void> {
  const known = await readLastKnown(keys)
  for (const key of keys) {
    const one = known.get(key)
    if (one === undefined) throw new Error(`A saved avatar, row ${key}, is not in the catalog`)
    unlisted.set(key, JSON.stringify(withoutContent(one)))
  }
  if ([...known.values()].some(({ isListed }) => isListed)) await catchUp()
}

/** The avatar's JSON, as everywhere, with three keys more. */
function writeSaved(view: View, saved: Saved, unlisted: string | undefined, out: JsonWriter): void {
  const slot = view.slotOfKey(saved.avatarKey)
  const isListed = view.isListed(slot)
  if (isListed) view.write(AVATAR_FORM, slot, out)
  else out.text(unlisted!)
  out.removeLast(1).ascii(',"groupId":').json(saved.groupId)
  out.ascii(`,"savedAt":"${new Date(saved.savedAtMs).toISOString()}","available":${isListed}}`)
}
