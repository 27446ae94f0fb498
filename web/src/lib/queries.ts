import { queryOptions } from '@tanstack/react-query'
import { addressOf, ask, type Input, type ReadRouteKey, type Value } from './api.ts'

/** The cached answer of a route that reads, keyed by its URL. */
export function answerOf<Key extends ReadRouteKey>(route: Key, input: Input<Key>) {
  const { params, query } = input as object as {
    params?: Record<string, string>
    query?: Record<string, unknown>
  }
  const path = route.slice('GET '.length)
  return queryOptions({
    queryKey: [addressOf(path, params, query)],
    queryFn: ({ signal }): Promise<Value<Key>> => ask(route, { ...input, signal }),
  })
}

/** Selects the cached answers whose URLs begin with `start`. */
export const answersUnder = (start: string) => ({
  predicate: ({ queryKey: [url] }: { readonly queryKey: readonly unknown[] }) =>
    String(url).startsWith(start),
})
