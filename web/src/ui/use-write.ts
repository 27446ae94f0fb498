import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { FieldNames } from './error-reason.ts'
import { useUiTexts } from './texts.ts'
import { useToast } from './toast.tsx'

/**
 * Returns what runs a write and answers its result: null after a failure, which is told. What it may have changed is
 * read again before that.
 *
 * @param names of the fields that it sends, by which a refusal is told.
 */
export function useWrite(readAgain: (queries: QueryClient) => Promise<void>, names?: FieldNames) {
  const queries = useQueryClient()
  const toast = useToast()
  const { errorReason, notDone } = useUiTexts()
  return async <Result>(
    write: () => Promise<Result>,
    done?: (result: Result) => ReactNode,
  ): Promise<Result | null> => {
    try {
      const result = await write()
      if (done !== undefined) toast({ text: done(result) })
      return result
    } catch (error) {
      const reason = errorReason(error, names)
      toast({ text: notDone(reason), isRefusal: true })
      return null
    } finally {
      await readAgain(queries)
    }
  }
}
