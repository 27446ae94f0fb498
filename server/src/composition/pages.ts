import { serviceRoutes } from '@avatary/contract/routes/service'
import { empty, prepared } from '../kernel/answer.ts'
import { registerPage, registerRoutes } from '../platform/http/routes.ts'
import type { HttpServer } from '../platform/http/server.ts'
import type { composeService } from './service.ts'

const HTML = 'text/html; charset=utf-8'

/** What stands outside the interface: the reference and the terms. */
export function registerPages(
  server: HttpServer,
  { referenceHtml, termsHtml }: { referenceHtml: string; termsHtml: string },
): void {
  const reference = prepared({ body: Buffer.from(referenceHtml), contentType: HTML })
  const terms = prepared({ body: Buffer.from(termsHtml), contentType: HTML })
  registerPage(server, '/', () => empty(302, { Location: '/docs' }))
  registerPage(server, '/docs', () => reference)
  registerPage(server, '/terms', () => terms)
}

/** All that a process answers which only works in the background: how it is. */
export function registerProbes(
  server: HttpServer,
  { earlyHandlers: { health, ready } }: ReturnType<typeof composeService>,
): void {
  registerRoutes(server, serviceRoutes, { health, ready })
}
