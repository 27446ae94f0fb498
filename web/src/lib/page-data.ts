import type { QueryClient } from '@tanstack/react-query'

/** Moves the answers that are embedded in the page's HTML into the cache, under the keys that `answerOf` uses. */
export function takePageData(queryClient: QueryClient): void {
  const block = document.getElementById('page-data')?.textContent ?? '{}'
  for (const [address, answer] of Object.entries(JSON.parse(block) as Record<string, unknown>))
    queryClient.setQueryData([address], answer)
}
