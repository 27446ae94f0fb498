import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type FavoriteGroup, GROUP_ICONS, type SavedPage, type SavedQuery } from '@avatary/contract/account'
import { AVATAR_SHAPE, type CatalogView } from '../../../avatars/index.ts'
import { chunks } from '../../../kernel/chunks.ts'
import { isoOf } from '../../../kernel/days.ts'
import { JsonWriter } from '../../../kernel/json-writer.ts'
import type { FavoriteStore, SavedFavorite } from './store.sql.ts'
import { lastKnownAvatar } from './unlisted.ts'

/** Avatars written per turn of the event loop: some 150 KB, in less than a millisecond. */
const AVATARS_PER_TURN = 250

type View = Pick<CatalogView, 'slotOfKey' | 'isListed' | 'write'>

export interface ListAnswerDeps {
  view: View
  favorites: Pick<FavoriteStore, 'lastKnownFieldsOf'>
  /** Updates the view with everything that was committed before the call. */
  catchUp: () => Promise<unknown>
}

export interface BytesWithEtag {
  readonly body: Buffer
  readonly etag: string
}

interface ListContent<Item> {
  readonly total: number
  readonly items: readonly Item[]
  /** The properties of an item that follow those of its avatar, as JSON without braces. */
  readonly extraJsonOf: (item: Item) => string
  /** Properties of the answer that follow the list. */
  readonly furtherProperties: object
}

/** Writes the answer to `GET /favorites`: all selected avatars, or one page of them. */
export async function favoritesAnswer(
  deps: ListAnswerDeps,
  selectedFavorites: readonly SavedFavorite[],
  groups: readonly FavoriteGroup[],
  { limit = selectedFavorites.length, offset }: Pick<SavedQuery, 'limit' | 'offset'>,
  page: SavedPage | undefined,
): Promise<BytesWithEtag> {
  const items = selectedFavorites.slice(offset, offset + limit)
  return await listAnswer(deps, {
    total: selectedFavorites.length,
    items,
    extraJsonOf: ({ groupId, savedAtMs }) =>
      `"groupId":${JSON.stringify(groupId)},"savedAt":"${isoOf(savedAtMs)}"`,
    furtherProperties: { groups, icons: GROUP_ICONS, page },
  })
}

/**
 * Writes a list of avatars in chunks, one per turn of the event loop, since ten thousand avatars are 7 MB. Listed
 * avatars come from the view, hidden ones from the database.
 */
export async function listAnswer<Item extends { readonly avatarKey: number }>(
  deps: ListAnswerDeps,
  { total, items, extraJsonOf, furtherProperties }: ListContent<Item>,
): Promise<BytesWithEtag> {
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
  for (const chunk of chunks(items, AVATARS_PER_TURN)) {
    const hiddenJsonByKey = new Map<number, string>()
    // More avatars may become hidden while some are read, so this repeats until the JSON of all of them is available.
    for (let keys = unreadHiddenKeys(deps, chunk, hiddenJsonByKey); keys.length > 0; ) {
      await readHidden(deps, keys, hiddenJsonByKey)
      keys = unreadHiddenKeys(deps, chunk, hiddenJsonByKey)
    }
    for (const item of chunk) {
      if (!isFirst) out.ascii(',')
      isFirst = false
      writeItem(deps.view, item.avatarKey, hiddenJsonByKey.get(item.avatarKey), extraJsonOf(item), out)
    }
    finishPiece()
    await nextTurn()
  }
  out.ascii('],').text(JSON.stringify(furtherProperties).slice(1))
  finishPiece()
  return { body: Buffer.concat(pieces), etag: `"${hash.digest('base64url')}"` }
}

/** Keys of hidden avatars whose JSON has not been read yet. */
function unreadHiddenKeys(
  { view }: ListAnswerDeps,
  items: readonly { readonly avatarKey: number }[],
  hiddenJsonByKey: Map<number, string>,
): number[] {
  const keys = items.map(({ avatarKey }) => avatarKey)
  return keys.filter(key => !view.isListed(view.slotOfKey(key)) && !hiddenJsonByKey.has(key))
}

/**
 * Adds the JSON of hidden avatars to the map. If one of them is listed in the database, the view is outdated and
 * catches up.
 */
async function readHidden(
  { favorites, catchUp }: ListAnswerDeps,
  keys: readonly number[],
  hiddenJsonByKey: Map<number, string>,
): Promise<void> {
  const avatars = await favorites.lastKnownFieldsOf(keys)
  for (const key of keys) {
    const avatar = avatars.get(key)
    if (avatar === undefined) throw new Error(`A saved avatar, row ${key}, is not in the catalog`)
    hiddenJsonByKey.set(key, JSON.stringify(lastKnownAvatar(avatar)))
  }
  if ([...avatars.values()].some(({ isListed }) => isListed)) await catchUp()
}

/** Writes the avatar as in other lists, with `extraJson` before its closing brace. */
function writeItem(
  view: View,
  avatarKey: number,
  hiddenJson: string | undefined,
  extraJson: string,
  out: JsonWriter,
): void {
  const slot = view.slotOfKey(avatarKey)
  const isListed = view.isListed(slot)
  if (isListed) view.write(AVATAR_SHAPE, slot, out)
  else out.text(hiddenJson!)
  out.removeLast(1).text(`,${extraJson},"available":${isListed}}`)
}
