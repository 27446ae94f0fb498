import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { afterwards } from './cleanup.ts'
import { redisSocket } from './redis.ts'

/** The relay's behaviour towards processes; `refusing` also closes open connections. */
export type RelayMode = 'forwarding' | 'refusing' | 'silent' | 'talking nonsense'

/** Sits between a process and the test's Redis, and can simulate its failure. */
export interface RedisRelay {
  /** In the form of `REDIS_URL`. */
  readonly url: string
  mode: RelayMode
}

export async function startRedisRelay(t: TestContext, mode: RelayMode = 'forwarding'): Promise<RedisRelay> {
  const path = await redisSocket()
  const open = new Set<Socket>()
  let current = mode
  const end = () => {
    for (const socket of open) socket.destroy()
  }
  const server = createServer(client => {
    if (current === 'refusing') {
      client.destroy()
      return
    }
    const upstream = connect(path)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(from)
      from.on('error', () => {})
      from.on('close', () => to.destroy())
    }
    client.on('data', bytes => {
      if (current === 'talking nonsense') client.write('HTTP/1.1 400 Bad Request\r\n\r\n')
      if (current === 'forwarding') upstream.write(bytes)
    })
    upstream.on('data', bytes => client.write(bytes))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  afterwards(t, async () => {
    end()
    await new Promise(resolve => server.close(resolve))
  })
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get mode() {
      return current
    },
    set mode(next) {
      current = next
      if (next === 'refusing') end()
    },
  }
}
