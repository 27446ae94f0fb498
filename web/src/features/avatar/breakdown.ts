interface Group {
  readonly key: string
  readonly count: number
}

/** Maximum number of groups that are shown by name. */
const MAX_SHOWN_GROUPS = 6
export const OTHERS = 'other'

/**
 * The largest groups, then everybody else as `other`: those whom the server counted so, and those of smaller groups.
 * @param groups largest first.
 */
export function largestGroups(groups: readonly Group[]): readonly Group[] {
  const named = groups.filter(({ key }) => key !== OTHERS)
  const shownGroups = named.slice(0, MAX_SHOWN_GROUPS)
  const rest = [...named.slice(MAX_SHOWN_GROUPS), ...groups.filter(({ key }) => key === OTHERS)]
  if (rest.length === 0) return shownGroups
  return [...shownGroups, { key: OTHERS, count: rest.reduce((sum, { count }) => sum + count, 0) }]
}

/**
 * The counts of the 24 hours in the order of the clock, and of visits that were counted in no hour.
 * @param groups with hours such as `07` as keys.
 */
export function hoursOf(groups: readonly Group[]): { counts: readonly number[]; others: number } {
  const byKey = new Map(groups.map(({ key, count }) => [key, count]))
  const counts = Array.from({ length: 24 }, (_, hour) => byKey.get(String(hour).padStart(2, '0')) ?? 0)
  return { counts, others: byKey.get(OTHERS) ?? 0 }
}
