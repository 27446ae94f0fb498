import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type FavoriteGroup, GROUP_ICONS, type SavedPage, type SavedQuery } from '@avatary/contract/account'
import { AVATAR_FORM, type CatalogView } from '../../../avatars/index.ts'
import { chunks } from '../../../kernel/chunks.ts'
import { isoOf } from '../../../kernel/days.ts'
import { JsonWriter } from '../../../kernel/json-writer.ts'
import type { FavoriteStore, SavedFavorite } from './store.sql.ts'
import { lastKnownAvatar } from './unlisted.ts'

/** Avatars written per turn of the event loop: some 150 KB, in less than a millisecond. */
const AVATARS_PER_TURN = 250

type View = Pick<CatalogView, 'slotOfKey' | 'isListed' | 'write'>

export interface CollectionDeps {
  view: View
  favorites: Pick<FavoriteStore, 'lastKnown'>
  /** Applies everything that was committed before the call to the view. */
  catchUp: () => Promise<unknown>
}

export interface TaggedBytes {
  readonly body: Buffer
  readonly etag: string
}

interface ListAnswer<Item> {
  readonly total: number
  readonly items: readonly Item[]
  /** The additional keys of an item, after those of its avatar, as JSON without braces. */
  readonly keysOf: (item: Item) => string
  /** Properties of the answer that follow the list. */
  readonly rest: object
}

/** Writes the answer to `GET /favorites`: all selected avatars, or one page of them. */
export async function collectionAnswer(
  deps: CollectionDeps,
  selectedFavorites: readonly SavedFavorite[],
  groups: readonly FavoriteGroup[],
  { limit = selectedFavorites.length, offset }: Pick<SavedQuery, 'limit' | 'offset'>,
  page: SavedPage | undefined,
): Promise<TaggedBytes> {
  const items = selectedFavorites.slice(offset, offset + limit)
  return await listAnswer(deps, {
    total: selectedFavorites.length,
    items,
    keysOf: ({ groupId, savedAtMs }) =>
      `"groupId":${JSON.stringify(groupId)},"savedAt":"${isoOf(savedAtMs)}"`,
    rest: { groups, icons: GROUP_ICONS, page },
  })
}

/**
 * Writes a list of avatars in chunks, one per turn of the event loop, since ten thousand avatars are 7 MB. Listed
 * avatars come from the view, hidden ones from the database.
 */
export async function listAnswer<Item extends { readonly avatarKey: number }>(
  deps: CollectionDeps,
  { total, items, keysOf, rest }: ListAnswer<Item>,
): Promise<TaggedBytes> {
  const hash = createHash('sha1')
  const pieces: Buffer[] = []
  const out = new JsonWriter(AVATARS_PER_TURN * 1024)
  const finishPiece = () => {
    const piece = out.toBuffer()
    hash.update(piece)
    pieces.push(piece)
    out.reset()
  }
  out.ascii('{"total":').integer(total).ascii(',"avatars":[')
  let isFirst = true
  for (const step of chunks(items, AVATARS_PER_TURN)) {
    const unlistedByKey = new Map<number, string>()
    // More avatars may become hidden while some are read, so this repeats until the JSON of all of them is available.
    for (let keys = unreadKeys(deps, step, unlistedByKey); keys.length > 0; ) {
      await readUnlisted(deps, keys, unlistedByKey)
      keys = unreadKeys(deps, step, unlistedByKey)
    }
    for (const item of step) {
      if (!isFirst) out.ascii(',')
      isFirst = false
      writeItem(deps.view, item.avatarKey, unlistedByKey.get(item.avatarKey), keysOf(item), out)
    }
    finishPiece()
    await nextTurn()
  }
  out.ascii('],').text(JSON.stringify(rest).slice(1))
  finishPiece()
  return { body: Buffer.concat(pieces), etag: `"${hash.digest('base64url')}"` }
}

/** Keys of hidden avatars whose JSON has not been read yet. */
function unreadKeys(
  { view }: CollectionDeps,
  items: readonly { readonly avatarKey: number }[],
  unlistedByKey: Map<number, string>,
): number[] {
  const keys = items.map(({ avatarKey }) => avatarKey)
  return keys.filter(key => !view.isListed(view.slotOfKey(key)) && !unlistedByKey.has(key))
}

/**
 * Reads the JSON of hidden avatars, by key. If the database has one of them listed, the view is outdated and catches
 * up.
 */
async function readUnlisted(
  { favorites, catchUp }: CollectionDeps,
  keys: readonly number[],
  unlistedByKey: Map<number, string>,
): Promise<void> {
  const avatars = await favorites.lastKnown(keys)
  for (const key of keys) {
    const avatar = avatars.get(key)
    if (avatar === undefined) throw new Error(`A saved avatar, row ${key}, is not in the catalog`)
    unlistedByKey.set(key, JSON.stringify(lastKnownAvatar(avatar)))
  }
  if ([...avatars.values()].some(({ isListed }) => isListed)) await catchUp()
}

/** Writes the avatar as in other lists, with `keys` added. */
function writeItem(
  view: View,
  avatarKey: number,
  unlisted: string | undefined,
  keys: string,
  out: JsonWriter,
): void {
  const slot = view.slotOfKey(avatarKey)
  const isListed = view.isListed(slot)
  if (isListed) view.write(AVATAR_FORM, slot, out)
  else out.text(unlisted!)
  out.removeLast(1).text(`,${keys},"available":${isListed}}`)
}
