import { queryOptions } from '@tanstack/react-query'
import { addressOf, ask, type Input, type Reading, type Value } from './api.ts'

/** The cached answer of a route that reads, keyed by its URL. */
export function answerOf<At extends Reading>(address: At, input: Input<At>) {
  const { params, query } = input as object as {
    params?: Record<string, string>
    query?: Record<string, unknown>
  }
  const path = address.slice('GET '.length)
  return queryOptions({
    queryKey: [addressOf(path, params, query)],
    queryFn: ({ signal }): Promise<Value<At>> => ask(address, { ...input, signal }),
  })
}

/** Selects the cached answers whose URLs begin so. */
export const answersUnder = (start: string) => ({
  predicate: ({ queryKey: [url] }: { readonly queryKey: readonly unknown[] }) =>
    String(url).startsWith(start),
})
