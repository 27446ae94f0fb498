import type { QueryClient } from '@tanstack/react-query'
import { ask, type Value } from './api.ts'
import { answerOf } from './queries.ts'

/** A mark that a person sets on an avatar. */
export type Mark = 'saved' | 'liked'

export const currentMarks = answerOf('GET /account/marks', {})

type Marks = Value<'GET /account/marks'>

const sets = new WeakMap<readonly string[], ReadonlySet<string>>()

/** The ids of a list of marks; the same set for the same list. */
export function idsOf(list: readonly string[]): ReadonlySet<string> {
  const known = sets.get(list) ?? new Set(list)
  sets.set(list, known)
  return known
}

/** True when the server has said which marks there are. */
export function areMarksKnown(queries: QueryClient): boolean {
  return queries.getQueryData<Marks>(currentMarks.queryKey) !== undefined
}

/** True when the cache has the mark: presses that follow each other see it before the page shows it. */
export function hasMark(queries: QueryClient, mark: Mark, id: string): boolean {
  return queries.getQueryData<Marks>(currentMarks.queryKey)?.[mark].includes(id) ?? false
}

/** Sets a mark in the cache, where the marks are known. */
export function cacheMark(queries: QueryClient, mark: Mark, id: string, isOn: boolean): void {
  void queries.cancelQueries(currentMarks)
  queries.setQueryData<Marks>(currentMarks.queryKey, before => {
    if (before === undefined) return before
    const others = before[mark].filter(each => each !== id)
    return { ...before, [mark]: isOn ? [id, ...others] : others }
  })
}

/** A mark that was set or taken back. */
export type MarkChange = readonly [mark: Mark, id: string, isOn: boolean]

/** Tells the other tabs of a `MarkChange`, or by `undefined` that many marks or groups may have changed. */
export const markChanges = new BroadcastChannel('avatary-marks')

/**
 * Has saved avatars read again, by other tabs, too, and likes when they are shown next: a like can be taken back where it
 * stands.
 */
export async function forgetSaved(queries: QueryClient, change?: MarkChange): Promise<void> {
  markChanges.postMessage(change)
  const isOf = (path: string) => (query: { queryKey: readonly unknown[] }) =>
    String(query.queryKey[0]).startsWith(path)
  await Promise.all([
    queries.invalidateQueries({ predicate: isOf('/api/favorites') }),
    queries.invalidateQueries({ predicate: isOf('/api/likes'), refetchType: 'none' }),
  ])
}

/** Avatars that this tab removed, which are saved again as they were. */
const removed = new Set<string>()

/** Sends a mark. @returns the avatar's likes when those were changed. */
export async function sendMark(mark: Mark, id: string, isOn: boolean): Promise<number | null> {
  const params = { id }
  if (mark === 'liked') {
    return (await ask(isOn ? 'PUT /likes/{id}' : 'DELETE /likes/{id}', { params })).likes
  }
  if (isOn) await save(id)
  else await ask('DELETE /favorites/{id}', { params })
  if (!isOn) removed.add(id)
  return null
}

/** Saves an avatar; one that was removed gets its group and date back, also when it is not listed any more. */
async function save(id: string): Promise<void> {
  const { restored } = removed.delete(id)
    ? await ask('POST /favorites/restore', { body: { ids: [id] } })
    : { restored: 0 }
  if (restored === 0) await ask('PUT /favorites/{id}', { params: { id } })
}
