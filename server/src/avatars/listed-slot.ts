import { parseAvatarId } from '../kernel/avatar-id.ts'
import type { CatalogView } from './view.ts'

/** The slot of the listed avatar with this id or URL; -1 when there is none. */
export function listedSlot(view: Pick<CatalogView, 'slotOf' | 'isListed'>, text: string): number {
  const id = parseAvatarId(text)
  const slot = id === null ? -1 : view.slotOf(id)
  return view.isListed(slot) ? slot : -1
}
