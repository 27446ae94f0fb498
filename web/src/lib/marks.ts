import type { QueryClient } from '@tanstack/react-query'
import { type Answer, ask } from './api.ts'
import { answerOf, answersUnder } from './queries.ts'

/** A mark that a person sets on an avatar. */
export type Mark = 'saved' | 'liked'

export const currentMarks = answerOf('GET /account/marks', {})

type Marks = Answer<'GET /account/marks'>

const setOfIds = new WeakMap<readonly string[], ReadonlySet<string>>()

/** A list of ids as a set, which is the same object for the same list. */
export function idSetOf(ids: readonly string[]): ReadonlySet<string> {
  const idSet = setOfIds.get(ids) ?? new Set(ids)
  setOfIds.set(ids, idSet)
  return idSet
}

/** True once the server has answered which marks there are. */
export function areMarksKnown(queryClient: QueryClient): boolean {
  return queryClient.getQueryData<Marks>(currentMarks.queryKey) !== undefined
}

/** True when the cache has the mark. Consecutive presses must see it before the page has rendered it. */
export function hasMark(queryClient: QueryClient, mark: Mark, id: string): boolean {
  return queryClient.getQueryData<Marks>(currentMarks.queryKey)?.[mark].includes(id) ?? false
}

/** Sets a mark in the cache, once the marks are known. */
export function cacheMark(queryClient: QueryClient, mark: Mark, id: string, isOn: boolean): void {
  void queryClient.cancelQueries(currentMarks)
  queryClient.setQueryData<Marks>(currentMarks.queryKey, marks => {
    if (marks === undefined) return marks
    const otherIds = marks[mark].filter(each => each !== id)
    return { ...marks, [mark]: isOn ? [id, ...otherIds] : otherIds }
  })
}

/** A mark that was set or removed. */
export type MarkChange = readonly [mark: Mark, id: string, isOn: boolean]

/** Tells other tabs about a `MarkChange`, or by `undefined` that any marks or groups may have changed. */
export const markChanges = new BroadcastChannel('avatary-marks')

/**
 * Causes the lists of saved and liked avatars to be refetched, in other tabs, too; likes only when they are next shown,
 * because a like can be undone in place.
 */
export async function invalidateSaved(queryClient: QueryClient, change?: MarkChange): Promise<void> {
  markChanges.postMessage(change)
  await Promise.all([
    queryClient.invalidateQueries(answersUnder('/api/favorites')),
    queryClient.invalidateQueries({ ...answersUnder('/api/likes'), refetchType: 'none' }),
  ])
}

/** Avatars that this tab removed from saved; saving one of them again restores its former group and date. */
const removedIds = new Set<string>()

/**
 * Sends a mark.
 * @returns the avatar's number of likes if it changed.
 */
export async function sendMark(mark: Mark, id: string, isOn: boolean): Promise<number | null> {
  const params = { id }
  if (mark === 'liked') {
    return (await ask(isOn ? 'PUT /likes/{id}' : 'DELETE /likes/{id}', { params })).likes
  }
  if (isOn) await save(id)
  else await ask('DELETE /favorites/{id}', { params })
  if (!isOn) removedIds.add(id)
  return null
}

/**
 * Saves an avatar. If this tab removed it before, its group and date are restored, even when it is not listed any more.
 */
async function save(id: string): Promise<void> {
  const { restored } = removedIds.delete(id)
    ? await ask('POST /favorites/restore', { body: { ids: [id] } })
    : { restored: 0 }
  if (restored === 0) await ask('PUT /favorites/{id}', { params: { id } })
}
