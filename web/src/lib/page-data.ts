import type { QueryClient } from '@tanstack/react-query'

/** Moves the answers that are embedded in the page's HTML into the cache, under the keys that `answerOf` uses. */
export function takePageData(queryClient: QueryClient): void {
  const json = document.getElementById('page-data')?.textContent ?? '{}'
  for (const [url, answer] of Object.entries(JSON.parse(json) as Record<string, unknown>))
    queryClient.setQueryData([url], answer)
}
