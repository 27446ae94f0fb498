import type { Answer } from '../../lib/api.ts'
import { answerOf, answersUnder } from '../../lib/queries.ts'
import { useWrite } from '../../ui/use-write.ts'

export type Status = Answer<'GET /discord/status'>
export type Check = Status['checks'][number]
/** A server, in the words of Discord's interface. */
export type Guild = Answer<'GET /discord/guilds'>['guilds'][number]
export type Configuration = Answer<'GET /discord/guilds/{id}'>

export const connection = answerOf('GET /discord/status', {})
export const guilds = { ...answerOf('GET /discord/guilds', {}), retry: false }
export const configurationOf = (id: string) => ({
  ...answerOf('GET /discord/guilds/{id}', { params: { id } }),
  retry: false,
})

/** Returns a function that runs a write, and then refetches the connection and its servers. */
export function useDiscordWrite() {
  return useWrite(async queryClient => {
    // The connection comes first, because without one the servers must not be requested any more.
    await queryClient.invalidateQueries(connection)
    const isConnected = queryClient.getQueryData(connection.queryKey)?.connected === true
    const refetchType = isConnected ? 'active' : 'none'
    await queryClient.invalidateQueries({ ...answersUnder('/api/discord/guilds'), refetchType })
  })
}
