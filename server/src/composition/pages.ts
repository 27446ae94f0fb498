import { serviceRoutes } from '@avatary/contract/routes/service'
import { empty, failure, prepared } from '../kernel/answer.ts'
import { registerPage, registerRoutes } from '../platform/http/routes.ts'
import type { HttpServer } from '../platform/http/server.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { composeService } from './service.ts'

const HTML = 'text/html; charset=utf-8'
const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/

/** What stands outside the interface: the reference, the terms, and numbers for the operator's own machine. */
export function registerPages(
  server: HttpServer,
  { referenceHtml, termsHtml, metrics }: { referenceHtml: string; termsHtml: string; metrics: Metrics },
): void {
  const reference = prepared({ body: Buffer.from(referenceHtml), contentType: HTML })
  const terms = prepared({ body: Buffer.from(termsHtml), contentType: HTML })
  registerPage(server, '/', () => empty(302, { Location: '/docs' }))
  registerPage(server, '/docs', () => reference)
  registerPage(server, '/terms', () => terms)
  registerMetrics(server, metrics)
}

/** All that a process answers which only works in the background: how it is. */
export function registerProbes(
  server: HttpServer,
  { earlyHandlers: { health, ready } }: ReturnType<typeof composeService>,
  metrics: Metrics,
): void {
  registerRoutes(server, serviceRoutes, { health, ready })
  registerMetrics(server, metrics)
}

/** Numbers for the operator's own machine. */
export function registerMetrics(server: HttpServer, metrics: Metrics): void {
  registerPage(server, '/metrics', async ({ context }) => {
    const isLocal = LOOPBACK.test(context.address) && context.headers['x-forwarded-for'] === undefined
    if (!isLocal) return failure('not_found')
    const body = Buffer.from(await metrics.text())
    return prepared({ body, contentType: metrics.contentType, cacheControl: 'no-store' })
  })
}
