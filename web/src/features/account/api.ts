import type { Settings } from '@avatary/contract/settings'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { type Answer, ask } from '../../lib/api.ts'
import { answerOf } from '../../lib/queries.ts'
import { currentSettings } from '../../lib/settings.ts'
import { useWrite } from '../../ui/use-write.ts'
import { useAccountTexts } from './texts.ts'

export const summary = answerOf('GET /account/summary', {})
export const sessions = answerOf('GET /account/sessions', {})
export const personalKeys = answerOf('GET /account/keys', {})
export const applications = answerOf('GET /account/applications', {})
export const grants = answerOf('GET /account/grants', {})

export type Application = Answer<'GET /account/applications'>['applications'][number]

/**
 * Returns a function that runs a write and then refetches the list that it changes.
 * @param list the cached list; null when nothing is to be refetched.
 */
export function useAccountWrite(list: { readonly queryKey: readonly unknown[] } | null) {
  const { fieldNames } = useAccountTexts()
  return useWrite(async queryClient => {
    if (list !== null) await queryClient.invalidateQueries({ queryKey: list.queryKey })
  }, fieldNames)
}

/**
 * Returns a function that changes settings. They take effect at once, are written one after the other, and then become
 * what the server answered. A failure is shown and reverts them.
 */
export function useChangeSettings() {
  const queryClient = useQueryClient()
  const write = useAccountWrite(null)
  const pendingWrites = useRef(0)
  const lastWrite = useRef<Promise<void>>(Promise.resolve())
  const { queryKey } = currentSettings
  const send = async (changes: Partial<Settings>) => {
    const answer = await write(() => ask('PUT /account/settings', { body: changes }))
    pendingWrites.current--
    if (answer === null) await queryClient.invalidateQueries({ queryKey })
    else if (pendingWrites.current === 0) queryClient.setQueryData(queryKey, answer)
  }
  return (changes: Partial<Settings>): void => {
    pendingWrites.current++
    queryClient.setQueryData(queryKey, settings => settings && { ...settings, ...changes })
    lastWrite.current = lastWrite.current.then(() => send(changes))
  }
}
