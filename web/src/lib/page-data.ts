import type { QueryClient } from '@tanstack/react-query'

/** Takes the answers that came with the HTML of the page, each under its address, as `answerOf` keeps them. */
export function takePageData(queries: QueryClient): void {
  const block = document.getElementById('page-data')?.textContent ?? '{}'
  for (const [address, answer] of Object.entries(JSON.parse(block) as Record<string, unknown>))
    queries.setQueryData([address], answer)
}
