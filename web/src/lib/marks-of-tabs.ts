import type { QueryClient } from '@tanstack/react-query'
import { currentMarks, markChanges } from './marks.ts'

const LISTS = /^\/api\/(favorites|likes)/

/** Has marks and lists of saved and liked avatars read again when another tab changed them. @returns ends that. */
export function followMarks(queries: QueryClient): () => void {
  markChanges.onmessage = () => {
    void queries.invalidateQueries(currentMarks)
    void queries.invalidateQueries({ predicate: ({ queryKey: [path] }) => LISTS.test(String(path)) })
  }
  return () => {
    markChanges.onmessage = null
  }
}
