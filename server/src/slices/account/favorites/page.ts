import { NO_GROUP, type SavedPage, type SavedQuery } from '@avatary/contract/account'
import type { CatalogView } from '../../../avatars/index.ts'
import { mapInTurns } from '../../../kernel/map-in-turns.ts'
import { fold } from '../../../kernel/text/fold.ts'
import { foldedWords } from '../../../kernel/text/words.ts'
import { compareByPlace } from './own-order.ts'
import type { SavedFavorite, SavedTexts } from './store.sql.ts'

interface SelectDeps {
  view: Pick<CatalogView, 'slotOfKey' | 'isListed'>
  readTexts: () => Promise<ReadonlyMap<number, SavedTexts>>
}

/**
 * Filters and sorts favorites.
 *
 * @param favorites all favorites of a person, newest first.
 */
export async function selectSaved(
  { view, readTexts }: SelectDeps,
  favorites: readonly SavedFavorite[],
  { q = '', group, available, sort }: SavedQuery,
): Promise<readonly SavedFavorite[]> {
  const groupId = group === NO_GROUP ? null : group
  const isWanted = (item: SavedFavorite) =>
    (groupId === undefined || item.groupId === groupId) &&
    (available === undefined || isAvailable(view, item) === (available === 'yes'))
  const wantedFavorites = favorites.filter(isWanted)
  const words = foldedWords(q).split(' ').filter(Boolean)
  if (words.length === 0 && sort !== 'name')
    return sort === 'own' ? wantedFavorites.sort(compareByPlace) : wantedFavorites
  const texts = await readTexts()
  const itemsWithTexts = await mapInTurns(wantedFavorites, item => ({
    item,
    ...foldedTextsOf(texts.get(item.avatarKey)),
  }))
  const matchingItems = itemsWithTexts.filter(({ text }) => words.every(word => text.includes(word)))
  // The sort is stable: equal names stay newest first.
  if (sort === 'name') matchingItems.sort((a, b) => Number(a.name > b.name) - Number(a.name < b.name))
  const items = matchingItems.map(({ item }) => item)
  return sort === 'own' ? items.sort(compareByPlace) : items
}

/** Hidden avatars only show their names, so they are only found by these; blocked ones are not found at all. */
function foldedTextsOf(texts: SavedTexts | undefined): { name: string; text: string } {
  if (texts === undefined || texts.isBlocked) return { name: '', text: '' }
  const { name, authorName, tags, isListed } = texts
  return { name: fold(name), text: foldedWords(`${name} ${authorName} ${isListed ? tags : ''}`) }
}

/** Describes a page, and counts all favorites. */
export function pageOf(
  view: SelectDeps['view'],
  favorites: readonly SavedFavorite[],
  total: number,
  { limit = total, offset }: Pick<SavedQuery, 'limit' | 'offset'>,
): SavedPage {
  const counts = new Map<string | null, number>()
  for (const { groupId } of favorites) counts.set(groupId, (counts.get(groupId) ?? 0) + 1)
  return {
    limit,
    offset,
    nextOffset: offset + limit < total ? offset + limit : null,
    saved: favorites.length,
    unavailable: favorites.filter(item => !isAvailable(view, item)).length,
    counts: Array.from(counts, ([groupId, avatars]) => ({ groupId, avatars })),
  }
}

function isAvailable(view: SelectDeps['view'], { avatarKey }: SavedFavorite): boolean {
  return view.isListed(view.slotOfKey(avatarKey))
}
