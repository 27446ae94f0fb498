import type { Avatar } from '@avatary/contract/avatar'
import { queryString } from '../http/search-paths.ts'
import { mixedSearches } from '../search/queries.ts'

/** Pages of a thousand avatars each, from which words are drawn. */
const PAGE_COUNT = 4

/** Generates distinct search paths from words of the avatars on a server. */
export async function newSearches(origin: string): Promise<(count: number) => string[]> {
  const { total } = await readPage(origin, 0)
  const pages = await Promise.all(
    Array.from({ length: PAGE_COUNT }, (_, i) => readPage(origin, Math.floor((total / PAGE_COUNT) * i))),
  )
  const avatars = pages.flatMap(page => page.avatars)
  const searches = mixedSearches({ size: avatars.length, record: slot => avatars[slot]! })
  const paths = new Set<string>()
  return count => {
    const countBefore = paths.size
    while (paths.size < countBefore + count) {
      paths.add(`/api/avatars/search?${queryString(searches.next().value!.parameters)}`)
    }
    return [...paths].slice(countBefore)
  }
}

async function readPage(origin: string, offset: number): Promise<{ total: number; avatars: Avatar[] }> {
  const response = await fetch(`${origin}/api/avatars/all?offset=${offset}`)
  return (await response.json()) as { total: number; avatars: Avatar[] }
}
