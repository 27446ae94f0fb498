import type { Database } from '../../kernel/database.ts'
import { DAY_MS } from '../../kernel/days.ts'
import { ifCommitted } from '../../kernel/if-committed.ts'
import type { Job } from '../../kernel/job.ts'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import { HOUR_MS } from '../../kernel/time.ts'
import { submissionHandlers } from './handlers.ts'
import { ingestHandlers } from './ingest-handlers.ts'
import { SubmissionStore } from './store.sql.ts'
import { Submissions, type SubmissionsDeps } from './submissions.ts'
import { TicketStore } from './tickets.sql.ts'

/** Random bytes in a ticket. */
const TICKET_BYTES = 16
/** Milliseconds between two counts of the queue, which other processes change as well. */
const POLL_MS = 500

interface OpenSubmissionDeps
  extends Pick<SystemDeps, 'clock' | 'metrics' | 'randomToken'>,
    Pick<SubmissionsDeps, 'readPace'> {
  db: Database
  catchUp: () => Promise<void>
  config: {
    readonly queueCapacity: number
    readonly limits: { readonly submissions: number }
    /** Days for which decisions and tickets are kept. */
    readonly retention: { readonly decisionDays: number }
  }
}

/** Opens submissions, single or in batches, and their queue. */
export function openSubmission(deps: OpenSubmissionDeps) {
  const { db, catchUp, config, clock, metrics, randomToken, readPace } = deps
  const store = new SubmissionStore({ db })
  const submissions = new Submissions({ store, clock, capacity: config.queueCapacity, readPace })
  const tickets = new TicketStore({ db })
  const createTicket = () => randomToken(TICKET_BYTES)
  const itemsPerMinute = config.limits.submissions
  metrics.gauge('avatary_submissions_waiting', 'Submissions in the queue', () => submissions.waitingCount)
  metrics.gauge(
    'avatary_submissions_capacity',
    'Maximum number of submissions that may wait',
    () => config.queueCapacity,
  )
  const deleteOldDecisions = async () => {
    const beforeMs = clock.now() - config.retention.decisionDays * DAY_MS
    await store.deleteDecidedBefore(beforeMs)
    await tickets.deleteBefore(beforeMs)
  }
  const jobs: readonly Job[] = [
    {
      name: 'look-at-queue',
      everyMs: POLL_MS,
      on: 'every process',
      run: ifCommitted(db, () => submissions.recount()),
    },
    { name: 'forget-old-decisions', everyMs: HOUR_MS, on: 'worker', run: deleteOldDecisions },
  ]
  return {
    handlers: {
      ...submissionHandlers(submissions, catchUp),
      ...ingestHandlers({ submissions, tickets, createTicket, itemsPerMinute }),
    },
    queueLength: () => submissions.waitingCount,
    open: () => submissions.recount(),
    jobsRetryOpen: true,
    jobs,
  }
}
