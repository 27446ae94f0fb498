import type { IncomingHttpHeaders } from 'node:http'
import { failure, prepared, type RequestContext } from '../../kernel/answer.ts'
import type { Metrics } from '../metrics.ts'
import { bearerGuard } from './guards.ts'
import type { PageHandler } from './routes.ts'

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/
const LOCAL_HOST = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i

/** Headers that a reverse proxy adds: the client behind it is elsewhere, whatever address the connection has. */
const ADDED_BY_PROXIES = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/** Answers `/metrics` to this machine itself, and to whoever sends the admin token. */
export function metricsPage(metrics: Metrics, adminToken: string): PageHandler {
  const byToken = bearerGuard(adminToken)
  return async ({ context }) => {
    const isAllowed = isFromThisMachine(context) || (await byToken(context)) === null
    if (!isAllowed) return failure('not_found')
    const body = Buffer.from(await metrics.text())
    return prepared({ body, contentType: metrics.contentType, cacheControl: 'no-store' })
  }
}

function isFromThisMachine({ address, headers }: Pick<RequestContext, 'address' | 'headers'>): boolean {
  return LOOPBACK.test(address) && LOCAL_HOST.test(headers.host ?? '') && !isProxied(headers)
}

function isProxied(headers: IncomingHttpHeaders): boolean {
  return ADDED_BY_PROXIES.some(name => headers[name] !== undefined)
}
