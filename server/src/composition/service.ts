import { openApiDocument } from '@avatary/contract/openapi'
import type { Config } from '../config/config.ts'
import { empty, failure, json, prepared } from '../kernel/answer.ts'
import type { Database } from '../kernel/database.ts'
import type { Secret } from '../kernel/secret.ts'
import { VERSION } from '../kernel/version.ts'
import { metricsPage } from '../platform/http/metrics-page.ts'
import type { Metrics } from '../platform/metrics.ts'
import { referencePage, termsPage } from '../slices/reference/index.ts'
import type { Part } from './part.ts'
import { RETRY_AFTER, type Readiness } from './ready.ts'

const STOPPING = 'The service is stopping. Ask again in a moment.'

export interface ProbeDeps {
  readiness: Readiness
  db: Pick<Database, 'isAvailable'>
  metrics: Metrics
  adminToken: Secret<string>
}

/** Whether the process lives, whether it can answer, and its metrics. */
export function composeProbes({ readiness, db, metrics, adminToken }: ProbeDeps): Part {
  // It still answers from memory while the record is away, and no other process would do better.
  const ready = async () => {
    if (readiness.isStopping) return failure('not_ready', STOPPING, RETRY_AFTER)
    if (!readiness.isReady) return failure('not_ready', undefined, RETRY_AFTER)
    return json({ ok: true, record: db.isAvailable ? 'available' : 'unavailable' })
  }

  return {
    answersOnWorkers: true,
    earlyHandlers: { health: async () => json({ ok: true }), ready },
    pages: { '/metrics': metricsPage(metrics, adminToken.reveal()) },
  }
}

/** The interface as a document and as a page, and the terms. */
export function composeDocuments({ config }: { config: Pick<Config, 'http'> }): Part {
  const baseUrl = `${config.http.publicUrl}/api`
  const openApi = prepared({
    body: Buffer.from(JSON.stringify(openApiDocument({ baseUrl, version: VERSION }))),
  })
  const reference = htmlOf(referencePage({ baseUrl }))
  const terms = htmlOf(termsPage())
  return {
    earlyHandlers: { openApi: async () => openApi },
    pages: {
      '/': async () => empty(302, { Location: '/docs' }),
      '/docs': async () => reference,
      '/terms': async () => terms,
    },
  }
}

function htmlOf(text: string) {
  return prepared({ body: Buffer.from(text), contentType: 'text/html; charset=utf-8' })
}
