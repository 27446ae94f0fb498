interface Group {
  readonly key: string
  readonly count: number
}

const SHOWN = 6
export const OTHERS = 'other'

/**
 * The largest groups, then everybody else as `other`: those whom the server counted so, and those of smaller groups.
 * @param groups largest first.
 */
export function largestGroups(groups: readonly Group[]): readonly Group[] {
  const named = groups.filter(({ key }) => key !== OTHERS)
  const shown = named.slice(0, SHOWN)
  const rest = [...named.slice(SHOWN), ...groups.filter(({ key }) => key === OTHERS)]
  if (rest.length === 0) return shown
  return [...shown, { key: OTHERS, count: rest.reduce((sum, { count }) => sum + count, 0) }]
}
