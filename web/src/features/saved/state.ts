const SORTS = ['saved', 'name', 'own'] as const
export type SavedSort = (typeof SORTS)[number]

/** Pseudo-groups: avatars without a group, and avatars that are not listed. */
export const UNGROUPED = 'none'
export const UNAVAILABLE = 'unavailable'

/** The state of the page of saved avatars, which is stored in its address; an absent key means the default. */
export interface SavedState {
  readonly q?: string
  /** The id of a group, or one of the two pseudo-groups. */
  readonly group?: string
  readonly sort?: SavedSort
}

export const SAVED_PATH = '/saved'

export const LIKES_ADDRESS = `${SAVED_PATH}?view=likes`

/** Reads the state from the query string of the page; omits invalid values. */
export function readSaved(queryString: string): SavedState {
  const params = new URLSearchParams(queryString)
  const q = params.get('q')?.trim()
  const group = params.get('group')
  const sort = SORTS.find(each => each === params.get('sort'))
  return { ...(q && { q }), ...(group && { group }), ...(sort && sort !== 'saved' && { sort }) }
}

/** The address of a state; the inverse of `readSaved`. */
export function savedAddress(
  state: { readonly [Name in keyof SavedState]?: SavedState[Name] | undefined },
): string {
  const params = new URLSearchParams()
  for (const name of ['group', 'q', 'sort'] as const) {
    const value = state[name]
    if (value && value !== 'saved') params.set(name, value)
  }
  return params.size === 0 ? SAVED_PATH : `${SAVED_PATH}?${params}`
}
