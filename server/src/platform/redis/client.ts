import { createClient, type RedisClientOptions } from '@redis/client'
import { BEAT, CHARGE } from './scripts.ts'

/**
 * Creates a client that is not yet connected.
 * @param url `redis://…`, `rediss://…` or `unix:PATH`.
 * @param connectMs timeout of connecting in milliseconds.
 */
export function newClient(url: string, connectMs: number) {
  const client = createClient({
    ...serverOptions(url, connectMs),
    RESP: 2,
    scripts: { charge: CHARGE, beat: BEAT },
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
    // The library would create a timer and a signal per command; `withTimeout` of `connection.ts` needs only a timer.
    commandOptions: { timeout: 0 },
  })
  // An `error` event without a listener would end the process.
  return client.on('error', () => {})
}

function serverOptions(url: string, connectMs: number): Pick<RedisClientOptions, 'url' | 'socket'> {
  const socket = { connectTimeout: connectMs, reconnectStrategy: false } as const
  return url.startsWith('unix:') ? { socket: { ...socket, path: url.slice(5) } } : { url, socket }
}
