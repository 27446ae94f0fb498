import { createClient, type RedisClientOptions } from '@redis/client'
import { BEAT, CHARGE } from './scripts.ts'

/**
 * A client that is not connected yet.
 *
 * @param url `redis://…`, `rediss://…` or `unix:PATH`.
 * @param connectMs milliseconds until connecting fails.
 */
export function newClient(url: string, connectMs: number) {
  const client = createClient({
    ...addressOf(url, connectMs),
    RESP: 2,
    scripts: { charge: CHARGE, beat: BEAT },
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
    // The library would arm a timer and a signal for each; `within` does with a timer.
    commandOptions: { timeout: 0 },
  })
  // An `error` without a listener would end the process.
  return client.on('error', () => {})
}

function addressOf(url: string, connectMs: number): Pick<RedisClientOptions, 'url' | 'socket'> {
  const socket = { connectTimeout: connectMs, reconnectStrategy: false } as const
  return url.startsWith('unix:') ? { socket: { ...socket, path: url.slice(5) } } : { url, socket }
}
