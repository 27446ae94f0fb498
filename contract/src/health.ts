import { Type } from 'typebox'
import { count, dateTime } from './fields.ts'
import { namedShape, nullable, shape } from './shape.ts'

/** States of an upstream's circuit: `limited` after the upstream refused by a rate limit, `resting` after failures. */
const CIRCUIT_STATES = ['closed', 'limited', 'resting'] as const

/** Reasons to pause all lookups: a 429 of the platform, a refused account, or failing answers. */
const REST_REASONS = ['limited', 'refused', 'failing'] as const

const bytes = (description?: string) => Type.Integer({ minimum: 0, ...(description && { description }) })

export const HealthReportSchema = namedShape('HealthReport', {
  now: dateTime(),
  version: Type.String(),
  memoryBytes: bytes('Resident memory of the process that answers'),
  catalog: shape({
    indexed: count('Indexed avatars'),
    listed: count('Listed avatars'),
    lag: count('Changes in the log that the answering process has not applied yet'),
  }),
  queue: shape({
    waiting: count('Submissions that wait for verification'),
    capacity: count('Maximum number that may wait'),
    estimateSeconds: nullable(Type.Integer({ minimum: 0 }), {
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
      name: Type.String(),
      circuit: Type.Enum(CIRCUIT_STATES),
      until: nullable(dateTime(), { description: 'null for a closed circuit' }),
    }),
    { description: 'Circuits of the answering process' },
  ),
  storage: shape({
    databaseBytes: bytes(),
    snapshotBytes: bytes(),
    pictureBytes: bytes('Cached pictures'),
    freeBytes: bytes('Free on the disk of `DATA_DIR`'),
  }),
})
