import { serviceRoutes } from '@avatary/contract/routes/service'
import type { App, AppDeps } from './app.ts'
import { composeLookup } from './composition/lookup.ts'
import { registerMetrics } from './composition/pages.ts'
import { Readiness } from './composition/ready.ts'
import { openRecord } from './composition/record.ts'
import { composeService } from './composition/service.ts'
import { composeSubmission } from './composition/submission.ts'
import { composeUpstreams } from './composition/upstreams.ts'
import { composeVerification } from './composition/verification.ts'
import { systemClock } from './platform/clock.ts'
import { registerRoutes } from './platform/http/routes.ts'
import { createHttpServer } from './platform/http/server.ts'
import { Jobs } from './platform/jobs.ts'
import { MemoryLimiter } from './platform/limits/memory-limiter.ts'
import { Metrics } from './platform/metrics.ts'

/** A process that only works in the background (`ROLE=worker`): it answers how it is, and nothing of the catalog. */
export async function startWorker({ config, log, clock = systemClock, world }: AppDeps): Promise<App> {
  const metrics = new Metrics().collectProcess()
  const readiness = new Readiness()
  const db = await openRecord({ config, clock, log })
  const upstreams = composeUpstreams({ clock, log, metrics, world })
  const verification = composeVerification({ db, config, clock, log, metrics, upstreams })
  const { enqueueFinds } = verification
  const catchUp = async () => {}
  const lookup = composeLookup({ db, config, clock, log, metrics, upstreams, enqueueFinds, catchUp })
  const submission = composeSubmission({ db, config, clock, metrics, estimate: verification.estimate })

  const limiter = new MemoryLimiter({ limits: config.limits, clock })
  const server = createHttpServer({ limiter, log, metrics, trustProxy: config.http.trustProxy })
  const { health, ready } = composeService({ readiness, openApi: {} }).earlyHandlers
  registerRoutes(server, serviceRoutes, { health, ready })
  registerMetrics(server, metrics)

  const port = await server.listen(config.http)
  const jobs = new Jobs({ log })
  submission.startJobs(jobs)
  verification.startJobs(jobs)
  lookup.startJobs?.(jobs)
  readiness.isReady = true

  const stop = async () => {
    readiness.isReady = false
    await server.stop()
    await lookup.settle?.()
    await jobs[Symbol.asyncDispose]()
    await db.close()
  }
  return { port, ready: Promise.resolve(), unbuilt: [], stop, [Symbol.asyncDispose]: stop }
}
