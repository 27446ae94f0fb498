import type { QueryClient } from '@tanstack/react-query'
import { areMarksKnown, cacheMark, currentMarks, type MarkChange, markChanges } from './marks.ts'

const LISTS = /^\/api\/(favorites|likes)/

/**
 * Shows what another tab saved or liked; lists of these are read again, those of a hidden tab once it is shown. @returns
 * ends that.
 */
export function followMarks(queries: QueryClient): () => void {
  markChanges.onmessage = ({ data }: MessageEvent<MarkChange | undefined>) => {
    const refetchType = document.hidden ? 'none' : 'active'
    // Marks that are read again lack those whose writes are still on their way.
    if (data !== undefined && areMarksKnown(queries)) cacheMark(queries, ...data)
    else void queries.invalidateQueries({ ...currentMarks, refetchType })
    const isList = ({ queryKey: [path] }: { queryKey: readonly unknown[] }) => LISTS.test(String(path))
    void queries.invalidateQueries({ predicate: isList, refetchType })
  }
  return () => {
    markChanges.onmessage = null
  }
}
