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

/** Sends a mark. @returns the avatar's likes when those were changed. */
export async function sendMark(mark: Mark, id: string, isOn: boolean): Promise<number | null> {
  const params = { id }
  if (mark === 'liked') {
    return (await ask(isOn ? 'PUT /likes/{id}' : 'DELETE /likes/{id}', { params })).likes
  }
  await ask(isOn ? 'PUT /favorites/{id}' : 'DELETE /favorites/{id}', { params })
  return null
}
