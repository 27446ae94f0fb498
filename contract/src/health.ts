import { Type } from 'typebox'
import { count, dateTime } from './fields.ts'
import { namedShape, nullable, shape, text } from './shape.ts'

/** States of an upstream's circuit: `limited` after the upstream refused by a rate limit, `resting` after failures. */
const CIRCUIT_STATES = ['closed', 'limited', 'resting'] as const

/** Reasons to pause all lookups: a 429 of the platform, a refused account, or failing answers. */
const REST_REASONS = ['limited', 'refused', 'failing'] as const

export const HealthReportSchema = namedShape('HealthReport', {
  now: dateTime(),
  version: text('0.1.0'),
  memoryBytes: count('Resident memory of the process that answers'),
  catalog: shape({
    indexed: count('Indexed avatars', 148_210),
    listed: count('Listed avatars', 140_772),
    lag: count('Changes in the log that the answering process has not applied yet'),
  }),
  queue: shape({
    waiting: count('Submissions that wait for verification'),
    capacity: count('Maximum number that may wait'),
    estimateSeconds: nullable(count(), {
      description:
        'Estimate, by the measured pace, until a submission made now is decided; null when unknown',
    }),
  }),
  lookups: shape({
    configured: Type.Boolean({ description: 'Whether a platform account is configured' }),
    perMinute: count('The budget: maximum number of lookups per minute'),
    lastMinute: count('Lookups started in the last minute'),
    rest: nullable(shape({ reason: Type.Enum(REST_REASONS), until: dateTime() }), {
      description: 'Set while all lookups are paused',
    }),
  }),
  upstreams: Type.Array(
    shape({
      name: text('community site'),
      circuit: Type.Enum(CIRCUIT_STATES),
      until: nullable(dateTime(), { description: 'null for a closed circuit' }),
    }),
    { description: 'Circuits of the answering process' },
  ),
  storage: shape({
    databaseBytes: count(),
    snapshotBytes: count(),
    pictureBytes: count('Cached pictures'),
    freeBytes: count('Free on the disk of `DATA_DIR`'),
  }),
})
