import type { Config } from '../config/config.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import type { Job } from '../kernel/job.ts'
import type { Metrics } from '../platform/metrics.ts'
import { randomToken } from '../platform/random.ts'
import {
  costOfIngest,
  costOfSubmission,
  createSubmissionStore,
  createTicketStore,
  Ingest,
  ingestHandlers,
  Submissions,
  type SubmissionsDeps,
  submissionHandlers,
} from '../slices/submission/index.ts'

const HOUR_MS = 3_600_000
/** How long it can be asked what was decided about a submission, and what became of a batch. */
const DECISIONS_KEPT_MS = 90 * 24 * HOUR_MS
/** Of a ticket, which nobody can guess. */
const TICKET_BYTES = 16
/** How stale the length of the queue may be: what another process did is seen that much later. */
const LOOK_MS = 500

export interface SubmissionDeps {
  db: Database
  config: Config
  clock: Clock
  metrics: Metrics
  estimate: SubmissionsDeps['estimate']
}

/** Submission put together: what answers its routes, and what it does by itself. */
export function composeSubmission({ db, config, clock, metrics, estimate }: SubmissionDeps) {
  const store = createSubmissionStore({ db })
  const submissions = new Submissions({ store, clock, capacity: config.queueCapacity, estimate })
  const tickets = createTicketStore({ db })
  const ingest = new Ingest({ submissions, tickets, createTicket: () => randomToken(TICKET_BYTES) })
  const itemsPerMinute = config.limits.submissions
  metrics.gauge('avatary_submissions_waiting', 'Submissions in the queue', () => submissions.waiting)

  const jobs: readonly Job[] = [
    { name: 'look-at-queue', everyMs: LOOK_MS, on: 'every process', run: () => submissions.look() },
    {
      name: 'forget-old-decisions',
      everyMs: HOUR_MS,
      on: 'worker',
      run: async () => {
        await store.forgetDecidedBefore(clock.now() - DECISIONS_KEPT_MS)
        await tickets.forgetBefore(clock.now() - DECISIONS_KEPT_MS)
      },
    },
  ]
  return {
    handlers: {
      ...submissionHandlers(submissions),
      ...ingestHandlers({ ingest, submissions, itemsPerMinute }),
    },
    routeOptions: {
      submitAvatars: { cost: costOfSubmission },
      ingestAvatars: { cost: costOfIngest(itemsPerMinute) },
    },
    queueLength: () => submissions.waiting,
    open: () => submissions.look(),
    opensLater: true,
    jobs,
  }
}
