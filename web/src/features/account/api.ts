import { useQueryClient } from '@tanstack/react-query'
import { Refusal, type Value } from '../../lib/api.ts'
import { answerOf } from '../../lib/queries.ts'
import { useUiTexts } from '../../ui/texts.ts'
import { useToast } from '../../ui/toast.tsx'
import { useAccountTexts } from './texts.ts'

export const summary = answerOf('GET /account/summary', {})
export const sessions = answerOf('GET /account/sessions', {})
export const keys = answerOf('GET /account/keys', {})
export const applications = answerOf('GET /account/applications', {})
export const grants = answerOf('GET /account/grants', {})

export type Application = Value<'GET /account/applications'>['applications'][number]

/**
 * Returns what runs a write: a failure is told, and the list that it changes is read again.
 *
 * @param list the cached list; null for a write that ends the session.
 */
export function useWrite(list: { readonly queryKey: readonly unknown[] } | null) {
  const queries = useQueryClient()
  const toast = useToast()
  const texts = useAccountTexts()
  const { errorReason } = useUiTexts()
  return async <Result>(write: () => Promise<Result>, done?: string): Promise<Result | null> => {
    try {
      const result = await write()
      if (done !== undefined) toast({ text: done })
      return result
    } catch (error) {
      const reason = errorReason(error instanceof Refusal ? error.code : 'unexpected_answer')
      toast({ text: texts.notDone(reason) })
      return null
    } finally {
      if (list !== null) await queries.invalidateQueries({ queryKey: list.queryKey })
    }
  }
}
