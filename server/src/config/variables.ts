import { VISITS_PER_HOUR } from '@avatary/contract/counting'
import { LIMITS_PER_MINUTE } from '@avatary/contract/limits'
import {
  adminToken,
  baseUrl,
  choice,
  communityId,
  cookie,
  databaseUrl,
  flag,
  headerName,
  host,
  integer,
  type Kind,
  key,
  line,
  listOf,
  network,
  origin,
  passphrase,
  path,
  publicKey,
  redisUrl,
  secret,
  share,
  snowflake,
  words,
} from './kinds.ts'

/** One variable of the environment. */
export interface Variable<Value> {
  readonly kind: Kind<Value>
  /** Null when there is none; `defaultText` then tells what happens. */
  readonly fallback: Value | null
  /** The default as the documentation shows it. */
  readonly defaultText: string
  readonly meaning: string
  readonly example: string
}

type About = { meaning: string; example: string }

function withDefault<Value>(kind: Kind<Value>, fallback: Value, about: About) {
  const text = typeof fallback === 'boolean' ? Number(fallback) : fallback
  return { ...about, kind, fallback, defaultText: `\`${text}\`` }
}

function optional<Value>(
  kind: Kind<Value>,
  { defaultText = 'none', ...about }: About & { defaultText?: string },
) {
  return { ...about, kind, fallback: null, defaultText }
}

function perMinute(group: keyof typeof LIMITS_PER_MINUTE, what: string) {
  return withDefault(integer({ min: 0, max: 1_000_000 }), LIMITS_PER_MINUTE[group], {
    meaning: `${what} a minute from one address (IPv6: one /64 network); 0 = no limit`,
    example: String(LIMITS_PER_MINUTE[group] * 2),
  })
}

/** All variables, in the order of the documentation. */
export const VARIABLES = {
  PORT: withDefault(integer({ min: 0, max: 65_535 }), 8787, {
    meaning: 'Port to listen on; 0 = one that the system chooses',
    example: '80',
  }),
  HOST: withDefault(host, '127.0.0.1', {
    meaning: 'Address to listen on. `0.0.0.0` or `::` = every network, not only this machine',
    example: '0.0.0.0',
  }),
  PUBLIC_URL: optional(origin, {
    defaultText: '`http://localhost:PORT`',
    meaning: 'Public origin, before any proxy; used in links and documents',
    example: 'https://avatars.example',
  }),
  TRUST_PROXY: optional(listOf(network), {
    meaning:
      'Reverse proxies whose `X-Forwarded-For` is trusted: addresses, networks, `loopback`, `linklocal`, `uniquelocal`, with commas. Behind a proxy that is not named here all clients share one limit',
    example: 'loopback,10.0.0.0/8',
  }),
  COUNTRY_HEADER: optional(headerName, {
    meaning: "Request header in which a proxy sends the client's country",
    example: 'CF-IPCountry',
  }),
  DRAIN_MS: optional(integer({ min: 0, max: 600_000 }), {
    defaultText: '`2000` where `TRUST_PROXY` is set, else `0`',
    meaning:
      'Milliseconds for which a process still answers after SIGTERM, while `/api/ready` is 503 and each answer closes its connection; set it longer than the health checks of a load balancer take. 0 = stop at once',
    example: '15000',
  }),
  DATA_DIR: withDefault(path, './data', {
    meaning: 'Folder for the embedded database, snapshots and generated secrets',
    example: '/var/lib/avatary',
  }),
  DATABASE_URL: optional(databaseUrl, {
    defaultText: '`sqlite:DATA_DIR/avatary.sqlite`',
    meaning: 'Database: an SQLite file or PostgreSQL',
    example: 'postgres://avatary:…@db/avatary',
  }),
  REDIS_URL: optional(redisUrl, {
    meaning: 'Valkey or Redis, for limits that all processes share; `unix:PATH` is a socket of this machine',
    example: 'redis://valkey:6379',
  }),
  SECRET_KEY: optional(key, {
    defaultText: 'generated into `DATA_DIR`',
    meaning: 'Key of 32 bytes in base64 that seals stored grants. Several machines need the same one',
    example: '`openssl rand -base64 32`',
  }),
  OLD_SECRET_KEYS: optional(listOf(key), {
    meaning:
      'Old values of `SECRET_KEY`, with commas, for what they sealed. Remove them after `script/avatary reseal`',
    example: '`cat data/secret.key`',
  }),
  ADMIN_TOKEN: optional(adminToken, {
    defaultText: 'generated into `DATA_DIR`',
    meaning: 'Token that opens the admin endpoints. Several machines need the same one',
    example: '`cat data/admin.token`',
  }),
  BACKUP_PASSPHRASE: optional(passphrase, {
    meaning:
      'Encrypts the secrets in a backup (`script/avatary backup --with-secrets`); the server does not read it',
    example: '`openssl rand -base64 24`',
  }),
  ROLE: withDefault(choice('all', 'api', 'worker'), 'all', {
    meaning:
      '`api` answers requests, `worker` runs the jobs that one process does for all, `all` does both; processes of `api` need one of `worker` or `all` beside them',
    example: 'api',
  }),
  PROCESSES: withDefault(integer({ min: 1, max: 64 }), 1, {
    meaning:
      'Processes of this machine that answer, on one port; with `ROLE=all` a worker runs beside them. Each has the catalog in memory. The demo needs 1',
    example: '4',
  }),
  DEMO: optional(flag, {
    defaultText: '`1`, but `0` when `NODE_ENV=production`',
    meaning:
      '1 = while the catalog is empty, serve an invented one from `DATA_DIR/demo`, with simulators in place of upstreams that are not configured; it ends with the first imported avatars',
    example: '0',
  }),
  LOG_LEVEL: withDefault(choice('silent', 'error', 'warn', 'info', 'debug'), 'info', {
    meaning: 'Lowest level of messages that are logged: `silent`, `error`, `warn`, `info`, `debug`',
    example: 'warn',
  }),
  ADMIN_USER_IDS: optional(listOf(communityId), {
    meaning: 'Community ids of the people who may use the admin endpoints, with commas',
    example: '1234,5678',
  }),
  RATE_LIMIT_READ: perMinute('read', 'Requests to search and read endpoints'),
  RATE_LIMIT_BULK: perMinute('bulk', 'Requests to the bulk listing'),
  RATE_LIMIT_SUBMISSIONS: perMinute('submissions', 'Avatars submitted'),
  RATE_LIMIT_REPORTS: perMinute('reports', 'Reports'),
  RATE_LIMIT_WRITES: perMinute('writes', 'Signed-in writes'),
  RATE_LIMIT_WORLD: perMinute('world', 'Requests to world endpoints'),
  RATE_LIMIT_FILES: perMinute('files', 'Pictures of avatars and files of the web site'),
  RATE_LIMIT_GLOBAL: perMinute('global', 'Requests of all other kinds together'),
  RATE_LIMIT_VIEWS: withDefault(integer({ min: 0, max: 1_000_000 }), VISITS_PER_HOUR, {
    meaning:
      'Views, outbound clicks and wears each that count in an hour for one avatar and one address (IPv6: one /64 network); further ones are answered and not counted; 0 = all count',
    example: '20',
  }),
  POPULAR_SEARCHES_EXCLUDED: optional(listOf(words), {
    meaning:
      'Words that no popular search may have, with commas: a whole word, or several in a row. `script/avatary searches` excludes more while the server runs',
    example: 'naked,red fox',
  }),
  CONNECTIONS_PER_ADDRESS: withDefault(integer({ min: 0, max: 1_000_000 }), 500, {
    meaning:
      'Connections that one address (IPv6: one /64 network) may have open; more are answered 429 and closed. Proxies that `TRUST_PROXY` names may have any number. 0 = no bound',
    example: '5000',
  }),
  EVENT_STREAMS_PER_ADDRESS: withDefault(integer({ min: 0, max: 1_000_000 }), 200, {
    meaning: 'Event streams that one client may have open; more are 429. 0 = no bound',
    example: '1000',
  }),
  BODY_MB: withDefault(integer({ min: 0, max: 100_000 }), 64, {
    meaning:
      'Megabytes of request bodies that a process has in memory at a time, until they are answered; requests beyond are 503. 0 = no bound',
    example: '256',
  }),
  BODY_MB_PER_ADDRESS: withDefault(integer({ min: 0, max: 100_000 }), 16, {
    meaning:
      'The part of these that one address (IPv6: one /64 network) may have; requests beyond are 429. Importing favorites takes up to 12. 0 = no bound',
    example: '64',
  }),
  BULK_AT_ONCE: withDefault(integer({ min: 0, max: 100_000 }), 32, {
    meaning:
      'Bulk pages, streams of the whole catalog and lists for VRCX that a process makes or sends at a time; requests beyond are 503. 0 = no bound',
    example: '128',
  }),
  BULK_AT_ONCE_PER_ADDRESS: withDefault(integer({ min: 0, max: 100_000 }), 8, {
    meaning:
      'The part of these that one address (IPv6: one /64 network) may have; requests beyond are 429. 0 = no bound',
    example: '16',
  }),
  OVERLOAD_LAG_MS: withDefault(integer({ min: 0, max: 60_000 }), 250, {
    meaning:
      'Milliseconds by which the event loop lags, on average of a quarter of a second, from which bulk pages, VRCX and insights are answered 503; from twice that on all but the site, search and the catalog, from four times these, too. 0 = nothing is refused',
    example: '500',
  }),
  CHANGES_KEPT_DAYS: withDefault(integer({ min: 1, max: 3650 }), 14, {
    meaning:
      'Days for which the change log is kept: mirrors, event streams and processes that were away for longer begin anew',
    example: '30',
  }),
  COUNT_CHANGES_KEPT_MINUTES: withDefault(integer({ min: 10, max: 1_000_000 }), 60, {
    meaning:
      'Minutes for which the change log has changes of counters, which are most of it; processes that were away for longer read all counters, and streams begin with later ones',
    example: '240',
  }),
  DECISIONS_KEPT_DAYS: withDefault(integer({ min: 1, max: 3650 }), 90, {
    meaning: 'Days for which decisions about submissions, and the tickets to ask about them, are kept',
    example: '30',
  }),
  SEARCH_TERMS_KEPT_DAYS: withDefault(integer({ min: 7, max: 3650 }), 30, {
    meaning:
      'Days for which the number of searches of each term is kept; popular searches are those of 7 days',
    example: '7',
  }),
  CLOSED_REPORTS_KEPT_DAYS: withDefault(integer({ min: 0, max: 36_500 }), 0, {
    meaning: 'Days for which reports are kept after they were closed; 0 = until there are too many',
    example: '365',
  }),
  AUDIT_KEPT_DAYS: withDefault(integer({ min: 0, max: 36_500 }), 0, {
    meaning: 'Days for which the audit log of moderation is kept; 0 = for good',
    example: '730',
  }),
  QUEUE_CAPACITY: withDefault(integer({ min: 1, max: 1_000_000 }), 1000, {
    meaning: 'Avatars that may wait for verification; more are refused as `queue_full`',
    example: '5000',
  }),
  FLUSH_INTERVAL_MS: withDefault(integer({ min: 10, max: 60_000 }), 1000, {
    meaning: 'Milliseconds between writes of counters; a crash may lose the acknowledged events of this time',
    example: '500',
  }),
  PLATFORM_API_URL: withDefault(baseUrl, 'https://api.vrchat.cloud/api/1', {
    meaning: "The platform's interface",
    example: 'http://127.0.0.1:9001/api/1',
  }),
  PLATFORM_AUTH_COOKIE: optional(cookie, {
    meaning: "The platform's `auth` cookie of a bot account. Without it nothing is verified",
    example: 'authcookie_…',
  }),
  PLATFORM_2FA_COOKIE: optional(cookie, {
    meaning: "The platform's `twoFactorAuth` cookie, when that account has a second factor",
    example: '…',
  }),
  PLATFORM_CONTACT: optional(line, {
    meaning:
      'Address at which the platform can reach the operator; sent in the user agent, as the platform requires',
    example: 'admin@avatars.example',
  }),
  PLATFORM_LOOKUPS_PER_MINUTE: withDefault(integer({ min: 1, max: 600 }), 20, {
    meaning: 'Most requests a minute to the platform, of all kinds together',
    example: '10',
  }),
  IMAGE_CACHE_MB: withDefault(integer({ min: 1, max: 1_000_000 }), 512, {
    meaning: 'Megabytes of pictures of avatars that are kept in `DATA_DIR/pictures`; 512 are some 20,000',
    example: '4096',
  }),
  IMAGE_FETCHES_PER_MINUTE: withDefault(integer({ min: 1, max: 10_000 }), 600, {
    meaning: "Most pictures a minute that are fetched from the platform's hosts, which need no sign-in",
    example: '120',
  }),
  EXTERNAL_INDEX_URL: optional(baseUrl, {
    meaning: 'External index that is asked for terms with few results here',
    example: 'https://index.example/search',
  }),
  EXTERNAL_INDEX_KIND: withDefault(choice('vrcx', 'avtrdb'), 'vrcx', {
    meaning: 'Protocol of that index: `vrcx` (provider protocol) or `avtrdb` (v2)',
    example: 'avtrdb',
  }),
  EXTERNAL_LOOKUP_THRESHOLD: withDefault(integer({ min: 0, max: 1000 }), 10, {
    meaning: 'A term with fewer results is looked up there; 0 = none is',
    example: '5',
  }),
  EXTERNAL_LOOKUP_WAIT_MS: withDefault(integer({ min: 0, max: 10_000 }), 800, {
    meaning: 'Milliseconds that an answer waits for such a lookup',
    example: '300',
  }),
  EXTERNAL_LOOKUPS_PER_MINUTE: withDefault(integer({ min: 1, max: 6000 }), 30, {
    meaning: 'Most requests a minute to the external index',
    example: '10',
  }),
  EXTERNAL_SYNC: withDefault(flag, false, {
    meaning: "1 = also follow that index's newest avatars and ask popular terms again, in the background",
    example: '1',
  }),
  COMMUNITY_URL: optional(baseUrl, {
    meaning: 'Community site that signs users in',
    example: 'https://community.example',
  }),
  COMMUNITY_CLIENT_ID: optional(line, {
    meaning: 'Client id there',
    example: 'avatary',
  }),
  COMMUNITY_CLIENT_SECRET: optional(secret, {
    meaning: 'Client secret there',
    example: '…',
  }),
  DISCORD_API_URL: withDefault(baseUrl, 'https://discord.com/api/v10', {
    meaning: "Discord's interface",
    example: 'http://127.0.0.1:9004/api/v10',
  }),
  DISCORD_AUTHORIZE_URL: withDefault(baseUrl, 'https://discord.com/oauth2/authorize', {
    meaning: 'Page on which people consent to the connection with Discord',
    example: 'http://127.0.0.1:9004/oauth2/authorize',
  }),
  DISCORD_CLIENT_ID: optional(snowflake, {
    meaning: 'Application id at Discord',
    example: '123456789012345678',
  }),
  DISCORD_CLIENT_SECRET: optional(secret, {
    meaning: "The application's client secret",
    example: '…',
  }),
  DISCORD_BOT_TOKEN: optional(secret, {
    meaning: "The application's bot token",
    example: '…',
  }),
  DISCORD_PUBLIC_KEY: optional(publicKey, {
    meaning: "The application's public key; without it the webhook answers 503",
    example: '64 hexadecimal digits',
  }),
  PATREON_API_URL: withDefault(baseUrl, 'https://www.patreon.com/api/oauth2/v2', {
    meaning: "Patreon's interface",
    example: 'http://127.0.0.1:9005/api/oauth2/v2',
  }),
  PATREON_ACCESS_TOKEN: optional(secret, {
    meaning: "The creator's access token",
    example: '…',
  }),
  PATREON_CAMPAIGN_ID: optional(line, {
    meaning: 'The campaign whose members are supporters',
    example: '1234567',
  }),
  SUPPORTER_NAMES: withDefault(choice('full', 'first', 'none'), 'first', {
    meaning:
      'Part of the names of supporters, which are often legal names, that is published: `full`, the `first` word (all of a name without spaces), or `none`',
    example: 'none',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(baseUrl, {
    meaning:
      'Address of an OpenTelemetry collector that takes OTLP over HTTP in JSON, as `/v1/traces`: requests, calls of upstreams and statements are traced to it',
    example: 'http://127.0.0.1:4318',
    defaultText: 'none: nothing is traced',
  }),
  OTEL_SERVICE_NAME: withDefault(line, 'avatary', {
    meaning: 'The name of this service in traces',
    example: 'avatary-eu',
  }),
  OTEL_TRACES_SAMPLER: withDefault(
    choice(
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ),
    'parentbased_always_on',
    {
      meaning:
        'Which requests are traced; every trace begins here, so that the `parentbased_` ones are as those without',
      example: 'traceidratio',
    },
  ),
  OTEL_TRACES_SAMPLER_ARG: withDefault(share, 1, {
    meaning: 'Share of the requests that `traceidratio` takes',
    example: '0.01',
  }),
} as const satisfies Record<string, Variable<unknown>>

export type VariableName = keyof typeof VARIABLES

/** The value of each variable that has a default, and null for one that has none and is not set. */
export type Values = {
  readonly [Name in VariableName]: ValueOf<(typeof VARIABLES)[Name]>
}

type ValueOf<Variable> = Variable extends { kind: Kind<infer Value>; fallback: infer Fallback }
  ? Fallback extends null
    ? Value | null
    : Value
  : never
