/** Separators, controls and what cannot be seen: a name of these alone is none. */
const UNSEEN = /[\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu
const CONTROL = /[\p{Cc}\p{Cs}\u2028\u2029]/u

/**
 * A name as it is kept: trimmed and in composed form, so that what looks the same is as long. Null when it has no or
 * more than `most` characters (code points, as everywhere: a flag or a family is several), none that can be seen, or
 * line breaks and other controls.
 */
export function readName(text: string, most: number): string | null {
  const name = text.normalize('NFC').trim()
  const isVisible = name.replace(UNSEEN, '') !== ''
  return isVisible && !CONTROL.test(name) && [...name].length <= most ? name : null
}

/**
 * What group names are the same by: letters whatever their case in any script (`STRASSE` is `straße`, `ΣΑΣ` is `σας`),
 * and whatever their width or presentation. Marks count: `cafe` is not `café`.
 */
export function groupNameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().toUpperCase().normalize('NFKC')
}
