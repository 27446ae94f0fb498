import { failure, prepared, type RequestContext } from '../kernel/answer.ts'
import { bearerGuard } from './guards.ts'
import type { PageHandler } from './http/routes.ts'
import type { Metrics } from './metrics.ts'

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/
const LOCAL_HOST = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i

/** Reverse proxies add these: the client is then not the peer of the connection. */
const PROXY_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/** Answers `/metrics` to programs on this machine, and to whoever sends the admin token. */
export function metricsPage(metrics: Pick<Metrics, 'text' | 'contentType'>, adminToken: string): PageHandler {
  const tokenGuard = bearerGuard(adminToken)
  return async ({ context }) => {
    if (!isFromThisMachine(context) && (await tokenGuard(context)) !== null) return failure('not_found')
    const body = Buffer.from(await metrics.text())
    return prepared({ body, contentType: metrics.contentType, cacheControl: 'no-store' })
  }
}

function isFromThisMachine({ address, headers }: Pick<RequestContext, 'address' | 'headers'>): boolean {
  const isProxied = PROXY_HEADERS.some(name => headers[name] !== undefined)
  return !isProxied && LOOPBACK.test(address) && LOCAL_HOST.test(headers.host ?? '')
}
