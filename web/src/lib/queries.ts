import { queryOptions } from '@tanstack/react-query'
import { type Answer, ask, type Input, type ReadRouteKey, routeUrl } from './api.ts'

/** The query of TanStack for the answer of a route that reads, which is cached under its URL. */
export function answerOf<Key extends ReadRouteKey>(route: Key, input: Input<Key>) {
  const { params, query } = input as object as {
    params?: Record<string, string>
    query?: Record<string, unknown>
  }
  const path = route.slice('GET '.length)
  return queryOptions({
    queryKey: [routeUrl(path, params, query)],
    queryFn: ({ signal }): Promise<Answer<Key>> => ask(route, { ...input, signal }),
  })
}

/** Selects the cached answers whose URLs have a prefix. */
export const answersUnder = (prefix: string) => ({
  predicate: ({ queryKey: [url] }: { readonly queryKey: readonly unknown[] }) =>
    String(url).startsWith(prefix),
})
