import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { FieldNames } from './error-reason.ts'
import { useUiTexts } from './texts.ts'
import { useToast } from './toast.tsx'

/**
 * Returns a function that runs a write, refetches what it may have changed, and returns the result; null after a
 * failure, which is shown.
 * @param names of the fields that the write sends, for messages about invalid ones.
 */
export function useWrite(refetch: (queryClient: QueryClient) => Promise<void>, names?: FieldNames) {
  const queryClient = useQueryClient()
  const toast = useToast()
  const { errorReason, notDone } = useUiTexts()
  return async <Result>(
    write: () => Promise<Result>,
    successText?: (result: Result) => ReactNode,
  ): Promise<Result | null> => {
    try {
      const result = await write()
      if (successText !== undefined) toast({ text: successText(result) })
      return result
    } catch (error) {
      const reason = errorReason(error, names)
      toast({ text: notDone(reason), isFailure: true })
      return null
    } finally {
      await refetch(queryClient)
    }
  }
}
