import { join } from 'node:path'
import type { LIMITS_PER_MINUTE } from '@avatary/contract/limits'
import { MEBIBYTE } from '../kernel/bytes.ts'
import type { Environment } from './env.ts'
import { VARIABLES, type Values, type VariableName } from './variables.ts'

/**
 * A load balancer takes about this long to notice that a process is stopping. Without one there is nothing to wait for.
 */
const DRAIN_BEHIND_PROXY_MS = 2000

/** The validated settings by topic; a setting without a value is null. */
export type Config = ReturnType<typeof toConfig>

export type LoadedConfig = { kind: 'config'; config: Config } | { kind: 'problems'; problems: string[] }

/** Reads all variables. It reports all problems at once, and never a secret. */
export function loadConfig(env: Environment): LoadedConfig {
  const problems: string[] = []
  const values = readValues(env, problems)
  problems.push(...missingVariables(env))
  return problems.length > 0
    ? { kind: 'problems', problems }
    : { kind: 'config', config: toConfig(values, env) }
}

/** The values of all variables. One with a problem gets its default. */
function readValues(env: Environment, problems: string[]): Values {
  const values: Record<string, unknown> = {}
  for (const [name, { kind, fallback }] of Object.entries(VARIABLES)) {
    const text = textOf(env, name)
    values[name] = fallback
    if (text === null) continue
    const reading = kind.read(text)
    if (reading.kind === 'value') values[name] = reading.value
    else problems.push(`${name} ${reading.problem}.`)
  }
  return values as unknown as Values
}

function textOf(env: Environment, name: string): string | null {
  const text = env[name]?.trim()
  return text === undefined || text === '' ? null : text
}

/** Variables of which either all or none must be set. */
const REQUIRED_TOGETHER: readonly (readonly VariableName[])[] = [
  ['COMMUNITY_URL', 'COMMUNITY_CLIENT_ID', 'COMMUNITY_CLIENT_SECRET'],
  ['DISCORD_CLIENT_ID', 'DISCORD_CLIENT_SECRET'],
  ['PATREON_ACCESS_TOKEN', 'PATREON_CAMPAIGN_ID'],
  ['PLATFORM_AUTH_COOKIE', 'PLATFORM_CONTACT'],
]

/** Pairs of a variable and the one without which it has no use. */
const REQUIRED_BY: readonly (readonly [VariableName, VariableName])[] = [
  ['PLATFORM_2FA_COOKIE', 'PLATFORM_AUTH_COOKIE'],
  ['DISCORD_BOT_TOKEN', 'DISCORD_CLIENT_ID'],
]

/**
 * Lists variables that others require. It only looks whether they are set, so an invalid value is reported only once.
 */
function missingVariables(env: Environment): string[] {
  const isSet = (name: VariableName) => textOf(env, name) !== null
  const missingInSets = REQUIRED_TOGETHER.filter(names => names.some(isSet)).flatMap(names =>
    names
      .filter(name => !isSet(name))
      .map(name => `${name} is missing; it must be set together with ${names.filter(isSet).join(' and ')}.`),
  )
  const missingBases = REQUIRED_BY.filter(([name, base]) => isSet(name) && !isSet(base)).map(
    ([name, base]) => `${base} is missing; ${name} does nothing without it.`,
  )
  return [...missingInSets, ...missingBases]
}

function toConfig(values: Values, env: Environment) {
  return {
    http: {
      port: values.PORT,
      host: values.HOST,
      /** Public origin, without a trailing slash. */
      publicUrl: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
      trustProxy: values.TRUST_PROXY ?? [],
      /** The name in lower case. */
      countryHeader: values.COUNTRY_HEADER,
      /** For how many milliseconds a stopping process still answers. */
      drainMs: values.DRAIN_MS ?? (values.TRUST_PROXY === null ? 0 : DRAIN_BEHIND_PROXY_MS),
      /** 0 means no bound, as in all further settings of `http`. */
      connectionsPerClient: values.CONNECTIONS_PER_ADDRESS,
      eventStreamsPerClient: values.EVENT_STREAMS_PER_ADDRESS,
      bulk: { perProcess: values.BULK_AT_ONCE, perClient: values.BULK_AT_ONCE_PER_ADDRESS },
      /** Requests are refused when the event loop lags by this many milliseconds. */
      overloadLagMs: values.OVERLOAD_LAG_MS,
      /** Bytes of request bodies that may be in memory at once. */
      bodies: {
        perProcess: values.BODY_MB * MEBIBYTE,
        perClient: values.BODY_MB_PER_ADDRESS * MEBIBYTE,
      },
    },
    data: {
      dir: values.DATA_DIR,
      /** Address for `openDatabase`. May contain a password, as may `redisUrl`. */
      databaseUrl: values.DATABASE_URL ?? `sqlite:${join(values.DATA_DIR, 'avatary.sqlite')}`,
      redisUrl: values.REDIS_URL,
      /** 32 bytes; null to use the generated key, see `loadSecretKey`. */
      secretKey: values.SECRET_KEY,
      /** Null to use the generated token, see `loadAdminToken`. */
      adminToken: values.ADMIN_TOKEN,
      /** Texts that were sealed with these keys can still be opened. */
      oldSecretKeys: values.OLD_SECRET_KEYS ?? [],
    },
    retention: retentionOf(values),
    backupPassphrase: values.BACKUP_PASSPHRASE,
    /** Requests per minute (for submissions: items); 0 means no limit. */
    limits: {
      read: values.RATE_LIMIT_READ,
      bulk: values.RATE_LIMIT_BULK,
      submissions: values.RATE_LIMIT_SUBMISSIONS,
      reports: values.RATE_LIMIT_REPORTS,
      writes: values.RATE_LIMIT_WRITES,
      world: values.RATE_LIMIT_WORLD,
      files: values.RATE_LIMIT_FILES,
      global: values.RATE_LIMIT_GLOBAL,
    } satisfies Record<keyof typeof LIMITS_PER_MINUTE, number>,
    /** Visits counted per hour for each kind of event, avatar and client; 0 means no bound. */
    visitsPerHour: values.RATE_LIMIT_VIEWS,
    /** Folded words; a search with one of them is never shown as popular. */
    excludedSearches: values.POPULAR_SEARCHES_EXCLUDED ?? [],
    role: values.ROLE,
    processes: values.PROCESSES,
    demo: values.DEMO ?? textOf(env, 'NODE_ENV') !== 'production',
    logLevel: values.LOG_LEVEL,
    adminUserIds: values.ADMIN_USER_IDS ?? [],
    queueCapacity: values.QUEUE_CAPACITY,
    flushIntervalMs: values.FLUSH_INTERVAL_MS,
    images: { cacheMegabytes: values.IMAGE_CACHE_MB, fetchesPerMinute: values.IMAGE_FETCHES_PER_MINUTE },
    /** Null when tracing is off. */
    tracing: tracingOf(values),
    ...upstreamsOf(values),
  }
}

function retentionOf(values: Values) {
  return {
    changeDays: values.CHANGES_KEPT_DAYS,
    counterChangeMinutes: values.COUNT_CHANGES_KEPT_MINUTES,
    decisionDays: values.DECISIONS_KEPT_DAYS,
    searchTermDays: values.SEARCH_TERMS_KEPT_DAYS,
    /** 0 keeps them for ever, also below. */
    closedReportDays: values.CLOSED_REPORTS_KEPT_DAYS,
    auditDays: values.AUDIT_KEPT_DAYS,
  }
}

function tracingOf(values: Values) {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = values
  if (endpoint === null) return null
  return {
    endpoint,
    protocol: values.OTEL_EXPORTER_OTLP_PROTOCOL,
    serviceName: values.OTEL_SERVICE_NAME,
    sampler: values.OTEL_TRACES_SAMPLER,
    share: values.OTEL_TRACES_SAMPLER_ARG,
  }
}

function upstreamsOf(values: Values) {
  return {
    platform: {
      apiUrl: values.PLATFORM_API_URL,
      lookupsPerMinute: values.PLATFORM_LOOKUPS_PER_MINUTE,
      /** Null when avatars cannot be verified. */
      account: ifComplete(
        { authCookie: values.PLATFORM_AUTH_COOKIE, contact: values.PLATFORM_CONTACT },
        { twoFactorCookie: values.PLATFORM_2FA_COOKIE },
      ),
    },
    externalIndex: {
      url: values.EXTERNAL_INDEX_URL,
      kind: values.EXTERNAL_INDEX_KIND,
      minResults: values.EXTERNAL_LOOKUP_THRESHOLD,
      maxWaitMs: values.EXTERNAL_LOOKUP_WAIT_MS,
      lookupsPerMinute: values.EXTERNAL_LOOKUPS_PER_MINUTE,
      isSynced: values.EXTERNAL_SYNC,
    },
    community: ifComplete({
      url: values.COMMUNITY_URL,
      clientId: values.COMMUNITY_CLIENT_ID,
      clientSecret: values.COMMUNITY_CLIENT_SECRET,
    }),
    discord: {
      apiUrl: values.DISCORD_API_URL,
      authorizeUrl: values.DISCORD_AUTHORIZE_URL,
      client: ifComplete({ id: values.DISCORD_CLIENT_ID, secret: values.DISCORD_CLIENT_SECRET }),
      botToken: values.DISCORD_BOT_TOKEN,
      publicKey: values.DISCORD_PUBLIC_KEY,
    },
    membership: {
      apiUrl: values.PATREON_API_URL,
      campaign: ifComplete({
        accessToken: values.PATREON_ACCESS_TOKEN,
        campaignId: values.PATREON_CAMPAIGN_ID,
      }),
      supporterNames: values.SUPPORTER_NAMES,
    },
  }
}

type WithoutNulls<Settings> = { [Name in keyof Settings]: NonNullable<Settings[Name]> }

/** Merges both objects if no required value is null; returns null otherwise. */
function ifComplete<Required extends object, Optional extends object = object>(
  required: Required,
  optional?: Optional,
): (WithoutNulls<Required> & Optional) | null {
  return Object.values(required).every(value => value !== null)
    ? ({ ...required, ...optional } as WithoutNulls<Required> & Optional)
    : null
}
