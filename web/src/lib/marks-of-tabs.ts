import type { QueryClient } from '@tanstack/react-query'
import { areMarksKnown, cacheMark, currentMarks, type MarkChange, markChanges } from './marks.ts'

const LIST_PATHS = /^\/api\/(favorites|likes)/

/**
 * Applies marks that other tabs set. Lists of saved and liked avatars are refetched; in a hidden tab, when it becomes
 * visible.
 * @returns a function that stops this.
 */
export function followMarks(queryClient: QueryClient): () => void {
  markChanges.onmessage = ({ data }: MessageEvent<MarkChange | undefined>) => {
    const refetchType = document.hidden ? 'none' : 'active'
    // A refetch would lack marks whose writes are still in progress, so known marks are changed in the cache.
    if (data !== undefined && areMarksKnown(queryClient)) cacheMark(queryClient, ...data)
    else void queryClient.invalidateQueries({ ...currentMarks, refetchType })
    const isList = ({ queryKey: [path] }: { queryKey: readonly unknown[] }) => LIST_PATHS.test(String(path))
    void queryClient.invalidateQueries({ predicate: isList, refetchType })
  }
  return () => {
    markChanges.onmessage = null
  }
}
