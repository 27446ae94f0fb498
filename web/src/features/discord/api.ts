import { useQueryClient } from '@tanstack/react-query'
import type { Value } from '../../lib/api.ts'
import { answerOf } from '../../lib/queries.ts'
import { useUiTexts } from '../../ui/texts.ts'
import { useToast } from '../../ui/toast.tsx'
import { useDiscordTexts } from './texts.ts'

export type Connection = Value<'GET /discord/status'>
export type Check = Connection['checks'][number]
export type Guild = Value<'GET /discord/guilds'>['guilds'][number]
export type Configuration = Value<'GET /discord/guilds/{id}'>

export const connection = answerOf('GET /discord/status', {})
export const guilds = { ...answerOf('GET /discord/guilds', {}), retry: false }
export const configurationOf = (id: string) => ({
  ...answerOf('GET /discord/guilds/{id}', { params: { id } }),
  retry: false,
})

/** Returns what runs a write: a failure is told, and what it may have changed is read again. */
export function useWrite() {
  const queries = useQueryClient()
  const toast = useToast()
  const texts = useDiscordTexts()
  const { errorReason } = useUiTexts()
  return async <Result>(
    write: () => Promise<Result>,
    done?: (result: Result) => string,
  ): Promise<Result | null> => {
    try {
      const result = await write()
      if (done !== undefined) toast({ text: done(result) })
      return result
    } catch (error) {
      const reason = errorReason(error)
      toast({ text: texts.notDone(reason), isRefusal: true })
      return null
    } finally {
      // First the connection: without one, nobody may ask for servers any more.
      await queries.invalidateQueries(connection)
      const isConnected = queries.getQueryData(connection.queryKey)?.connected === true
      const refetchType = isConnected ? 'active' : 'none'
      await queries.invalidateQueries({
        predicate: ({ queryKey: [key] }) => isOfServers(key),
        refetchType,
      })
    }
  }
}

function isOfServers(key: unknown): boolean {
  return String(key).startsWith('/api/discord/guilds')
}
