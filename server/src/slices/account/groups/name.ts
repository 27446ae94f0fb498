/**
 * What group names are the same by: letters whatever their case in any script (`STRASSE` is `straße`, `ΣΑΣ` is `σας`),
 * and whatever their width or presentation. Marks count: `cafe` is not `café`.
 */
export function groupNameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().toUpperCase().normalize('NFKC')
}
