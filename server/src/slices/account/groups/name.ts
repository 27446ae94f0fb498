/**
 * Returns a key that is equal for names that count as the same: they only differ in case, in any script (`STRASSE` and
 * `straße`, `ΣΑΣ` and `σας`), or in width or presentation. Diacritics count: `cafe` is not `café`.
 */
export function groupNameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().toUpperCase().normalize('NFKC')
}
