import { MAX_IMPORT_BYTES } from '@avatary/contract/account'
import { MAX_VISITS_PER_HOUR } from '@avatary/contract/counting'
import { LIMITS_PER_MINUTE } from '@avatary/contract/limits'
import { MEBIBYTE } from '../kernel/bytes.ts'
import { listOf, words } from './kinds.ts'
import { bound, optional, type Variable } from './variable.ts'

function perMinute(group: keyof typeof LIMITS_PER_MINUTE, meaning: string) {
  return bound(LIMITS_PER_MINUTE[group], {
    max: 1_000_000,
    meaningOfZero: 'no limit',
    meaning: `${meaning} a minute from one address (IPv6: one /64 network)`,
    example: String(LIMITS_PER_MINUTE[group] * 2),
  })
}

export const LIMIT_VARIABLES = {
  RATE_LIMIT_READ: perMinute('read', 'Requests to search and read endpoints'),
  RATE_LIMIT_BULK: perMinute('bulk', 'Requests to the bulk listing'),
  RATE_LIMIT_SUBMISSIONS: perMinute('submissions', 'Avatars submitted'),
  RATE_LIMIT_REPORTS: perMinute('reports', 'Reports'),
  RATE_LIMIT_WRITES: perMinute('writes', 'Signed-in writes'),
  RATE_LIMIT_WORLD: perMinute('world', 'Requests to world endpoints'),
  RATE_LIMIT_FILES: perMinute('files', 'Pictures of avatars and files of the web site'),
  RATE_LIMIT_GLOBAL: perMinute('global', 'Requests of all other kinds together'),
  RATE_LIMIT_VIEWS: bound(MAX_VISITS_PER_HOUR, {
    max: 1_000_000,
    meaningOfZero: 'all are counted',
    meaning:
      'Views, outbound clicks and wears (each) that are counted per hour for one avatar and one address (IPv6: one /64 network); further ones are answered but not counted',
    example: '20',
  }),
  POPULAR_SEARCHES_EXCLUDED: optional(listOf(words), {
    meaning:
      'Words that exclude a search from the popular ones, separated by commas: each a whole word, or several consecutive words. `script/avatary searches` excludes more while the server runs',
    example: 'naked,red fox',
  }),
  CONNECTIONS_PER_ADDRESS: bound(500, {
    max: 1_000_000,
    meaning:
      'Connections that one address (IPv6: one /64 network) may have open; further ones are answered 429 and closed. Proxies in `TRUST_PROXY` may have any number',
    example: '5000',
  }),
  EVENT_STREAMS_PER_ADDRESS: bound(200, {
    max: 1_000_000,
    meaning: 'Event streams that one client may have open; further ones are answered 429',
    example: '1000',
  }),
  BODY_MB: bound(64, {
    max: 100_000,
    meaning:
      'Megabytes of request bodies that a process holds in memory until they are answered; further requests are answered 503',
    example: '256',
  }),
  BODY_MB_PER_ADDRESS: bound(16, {
    max: 100_000,
    meaning: `The part of \`BODY_MB\` that one address (IPv6: one /64 network) may use; further requests are answered 429. Importing favorites takes up to ${MAX_IMPORT_BYTES / MEBIBYTE}`,
    example: '64',
  }),
  BULK_AT_ONCE: bound(32, {
    max: 100_000,
    meaning:
      'Bulk pages, streams of the whole catalog and lists for VRCX that a process makes or sends concurrently; further requests are answered 503',
    example: '128',
  }),
  BULK_AT_ONCE_PER_ADDRESS: bound(8, {
    max: 100_000,
    meaning:
      'The part of `BULK_AT_ONCE` that one address (IPv6: one /64 network) may use; further requests are answered 429',
    example: '16',
  }),
  OVERLOAD_LAG_MS: bound(250, {
    max: 60_000,
    meaningOfZero: 'nothing is refused',
    meaning:
      'Milliseconds by which the event loop lags, on average of a quarter of a second, from which bulk pages, VRCX and insights are answered 503; from twice that on all but the site, search and the catalog, from four times these, too',
    example: '500',
  }),
} as const satisfies Record<string, Variable<unknown>>
