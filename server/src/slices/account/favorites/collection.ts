import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type FavoriteGroup, GROUP_ICONS } from '@avatary/contract/account'
import { AVATAR_FORM, type CatalogView } from '../../../avatars/index.ts'
import { chunks } from '../../../kernel/chunks.ts'
import { JsonWriter } from '../../../kernel/json-writer.ts'
import type { FavoriteStore, Saved } from './store.sql.ts'
import { lastKnownAvatar } from './unlisted.ts'

/** Avatars written in one turn of the event loop: some 150 KB, in less than a millisecond. */
const STEP = 250

type View = Pick<CatalogView, 'slotOfKey' | 'isListed' | 'write'>

export interface CollectionDeps {
  view: View
  favorites: Pick<FavoriteStore, 'lastKnown'>
  /** Updates the view with everything that was committed before the call. */
  catchUp: () => Promise<unknown>
}

/** An answer with its strong ETag. */
export interface TaggedBytes {
  readonly body: Buffer
  readonly etag: string
}

/**
 * Writes the answer to `GET /favorites` in pieces, one a turn of the event loop: ten thousand avatars are 7 MB. Listed
 * avatars come from the view, hidden ones from the database.
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
    // Reading can take time in which more avatars are hidden: repeated until the JSON of all of them is there.
    for (let keys = unreadKeys(deps, step, unlisted); keys.length > 0; ) {
      await readUnlisted(deps, keys, unlisted)
      keys = unreadKeys(deps, step, unlisted)
    }
    for (const favorite of step) {
      if (!isFirst) out.ascii(',')
      isFirst = false
      writeSaved(deps.view, favorite, unlisted.get(favorite.avatarKey), out)
    }
    finishPiece()
    await nextTurn()
  }
  out.ascii('],"groups":').json(groups).ascii(',"icons":').json(GROUP_ICONS).ascii('}')
  finishPiece()
  return { body: Buffer.concat(pieces), etag: `"${hash.digest('base64url')}"` }
}

/** Rows of hidden avatars whose JSON was not read yet. */
function unreadKeys({ view }: CollectionDeps, saved: readonly Saved[], known: Map<number, string>): number[] {
  const keys = saved.map(({ avatarKey }) => avatarKey)
  return keys.filter(key => !view.isListed(view.slotOfKey(key)) && !known.has(key))
}

/** Reads the JSON of hidden avatars, by row. When the database lists one of them, the view is brought up to date. */
async function readUnlisted(
  { favorites, catchUp }: CollectionDeps,
  keys: readonly number[],
  unlisted: Map<number, string>,
): Promise<void> {
  const known = await favorites.lastKnown(keys)
  for (const key of keys) {
    const avatar = known.get(key)
    if (avatar === undefined) throw new Error(`A saved avatar, row ${key}, is not in the catalog`)
    unlisted.set(key, JSON.stringify(lastKnownAvatar(avatar)))
  }
  if ([...known.values()].some(({ isListed }) => isListed)) await catchUp()
}

/** Writes the avatar's usual JSON with three more keys. */
function writeSaved(view: View, saved: Saved, unlisted: string | undefined, out: JsonWriter): void {
  const slot = view.slotOfKey(saved.avatarKey)
  const isListed = view.isListed(slot)
  if (isListed) view.write(AVATAR_FORM, slot, out)
  else out.text(unlisted!)
  out.removeLast(1).ascii(',"groupId":').json(saved.groupId)
  out.ascii(`,"savedAt":"${new Date(saved.savedAtMs).toISOString()}","available":${isListed}}`)
}
