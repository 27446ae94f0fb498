/**
 * Returns the same key for group names that count as equal: those that differ only in case, in any script (`STRASSE`
 * and `straße`, `ΣΑΣ` and `σας`), or in width or presentation. Marks count: `cafe` is not `café`.
 */
export function groupNameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().toUpperCase().normalize('NFKC')
}
