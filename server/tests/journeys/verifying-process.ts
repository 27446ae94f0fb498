import { catalogStore, openMigratedDatabase } from '../../src/composition/database.ts'
import { openSystem } from '../../src/composition/system.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { Jobs } from '../../src/platform/jobs.ts'
import { silentLog } from '../../src/platform/log.ts'
import { Metrics } from '../../src/platform/metrics.ts'
import { openVerification } from '../../src/slices/verification/index.ts'
import { configOf } from '../support/config.ts'

/**
 * A process that verifies like a worker until it is killed. Arguments: `DATABASE_URL`, URL of the platform, lookups per
 * minute.
 */
const [databaseUrl, apiUrl, lookupsPerMinute] = process.argv.slice(2) as [string, string, string]
const config = configOf({
  DATABASE_URL: databaseUrl,
  PLATFORM_API_URL: apiUrl,
  PLATFORM_AUTH_COOKIE: 'authcookie_simulated',
  PLATFORM_CONTACT: 'operator@example.org',
  PLATFORM_LOOKUPS_PER_MINUTE: lookupsPerMinute,
  ROLE: 'worker',
})
const common = { config, clock: systemClock, log: silentLog, metrics: new Metrics() }
const db = await openMigratedDatabase(common)
const jobs = new Jobs(common)
for (const job of openVerification({ ...common, ...openSystem(common), db, store: catalogStore(db) }).jobs)
  jobs.start(job)
process.stdin.resume()
