import { failure, json } from '../kernel/answer.ts'
import type { Database } from '../kernel/database.ts'
import type { Secret } from '../kernel/secret.ts'
import type { Metrics } from '../platform/metrics.ts'
import { metricsPage } from '../platform/metrics-page.ts'
import { NOT_READY_HEADERS, type Readiness } from '../platform/process/readiness.ts'
import type { SupervisedProcess } from '../platform/processes/children.ts'

const STOPPING = 'The service is stopping. Ask again in a moment.'

export interface ProbeDeps {
  readiness: Readiness
  db: Pick<Database, 'isAvailable'>
  metrics: Metrics
  adminToken: Secret<string>
  supervised?: Pick<SupervisedProcess, 'metricsOf'> | null | undefined
}

/** The endpoints for supervisors and load balancers, and the metrics page. */
export function composeProbes({ readiness, db, metrics, adminToken, supervised }: ProbeDeps) {
  // Losing the database does not make it unready: it answers from memory, and all processes have the same database.
  const ready = async () => {
    if (readiness.isStopping) return failure('not_ready', STOPPING, NOT_READY_HEADERS)
    if (!readiness.isReady) return failure('not_ready', undefined, NOT_READY_HEADERS)
    return json({ ok: true, record: db.isAvailable ? 'available' : 'unavailable' })
  }

  const text = supervised?.metricsOf(metrics) ?? (() => metrics.text())
  return {
    answersOnWorkers: true,
    handlersBeforeReady: { health: async () => json({ ok: true }), ready },
    pages: { '/metrics': metricsPage({ contentType: metrics.contentType, text }, adminToken.reveal()) },
    pageOptions: { '/metrics': { isForOperators: true } },
  }
}
