import type { serviceRoutes } from '@avatary/contract/routes/service'
import { failure, json, prepared } from '../kernel/answer.ts'
import type { Database } from '../kernel/database.ts'
import type { RouteHandler } from '../platform/http/routes.ts'
import { RETRY_AFTER, type Readiness } from './ready.ts'

const STOPPING = 'The service is stopping. Ask again in a moment.'

type Routes = typeof serviceRoutes

/** Whether the process lives, whether it can answer, and the interface as a document. */
export function composeService({
  readiness,
  db,
  openApi,
}: {
  readiness: Readiness
  db: Pick<Database, 'isAvailable'>
  openApi: object
}) {
  const document = prepared({ body: Buffer.from(JSON.stringify(openApi)) })

  const health: RouteHandler<Routes['health']> = () => json({ ok: true })

  // It still answers from memory while the record is away, and no other process would do better.
  const ready: RouteHandler<Routes['ready']> = () => {
    if (readiness.isStopping) return failure('not_ready', STOPPING, RETRY_AFTER)
    if (!readiness.isReady) return failure('not_ready', undefined, RETRY_AFTER)
    return json({ ok: true, record: db.isAvailable ? 'available' : 'unavailable' })
  }

  const openApiDocument: RouteHandler<Routes['openApi']> = () => document

  return { earlyHandlers: { health, ready, openApi: openApiDocument } }
}
