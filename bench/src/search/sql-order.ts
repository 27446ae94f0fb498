import type { PeerSort } from './terms.ts'

/** `order by` of each sort in the SQL peers. Slots are in the order in which avatars were added. */
export const SQL_ORDER: Readonly<Record<PeerSort, string>> = {
  recent: 'slot desc',
  oldest: 'slot',
  name: 'name_key is null, name_key, slot desc',
  popular: 'views desc, likes desc, slot desc',
}

/** A key whose bytes sort like the UTF-16 code units of the text; null for an empty text, which sorts last. */
export function nameKeyBytes(nameKey: string): Buffer | null {
  return nameKey === '' ? null : Buffer.from(nameKey, 'utf16le').swap16()
}
