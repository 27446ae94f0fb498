import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inspect } from 'node:util'
import { LIMITS_PER_MINUTE } from '@avatary/contract/limits'
import { configOf } from '../../tests/support/config.ts'
import { type Config, loadConfig } from './config.ts'
import type { Environment } from './env.ts'
import { VARIABLES } from './variables.ts'

const KEY = Buffer.alloc(32, 7).toString('base64')

function problemsOf(env: Environment): string[] {
  const loaded = loadConfig(env)
  return loaded.kind === 'config' ? [] : loaded.problems
}

describe('the configuration', () => {
  it('has a default for everything', () => {
    assert.deepEqual(configOf({}), {
      http: {
        port: 8787,
        host: '127.0.0.1',
        publicUrl: 'http://localhost:8787',
        trustProxy: [],
        countryHeader: null,
        drainMs: 0,
        connectionsPerClient: 500,
        eventStreamsPerClient: 200,
        overloadLagMs: 250,
        bulk: { perProcess: 32, perClient: 8 },
        bodies: { perProcess: 67_108_864, perClient: 16_777_216 },
      },
      data: {
        dir: './data',
        databaseUrl: 'sqlite:data/avatary.sqlite',
        redisUrl: null,
        secretKey: null,
        adminToken: null,
        oldSecretKeys: [],
      },
      retention: {
        changeDays: 14,
        counterChangeMinutes: 60,
        decisionDays: 90,
        searchTermDays: 30,
        closedReportDays: 0,
        auditDays: 0,
      },
      backupPassphrase: null,
      limits: LIMITS_PER_MINUTE,
      tracing: null,
      visitsPerHour: 5,
      excludedSearches: [],
      role: 'all',
      processes: 1,
      demo: true,
      logLevel: 'info',
      adminUserIds: [],
      queueCapacity: 1000,
      flushIntervalMs: 1000,
      platform: { apiUrl: 'https://api.vrchat.cloud/api/1', lookupsPerMinute: 20, account: null },
      images: { cacheMegabytes: 512, fetchesPerMinute: 600 },
      externalIndex: {
        url: null,
        kind: 'vrcx',
        minResults: 10,
        maxWaitMs: 800,
        lookupsPerMinute: 30,
        isSynced: false,
      },
      community: null,
      discord: {
        apiUrl: 'https://discord.com/api/v10',
        authorizeUrl: 'https://discord.com/oauth2/authorize',
        client: null,
        botToken: null,
        publicKey: null,
      },
      membership: {
        apiUrl: 'https://www.patreon.com/api/oauth2/v2',
        campaign: null,
        supporterNames: 'first',
      },
    } satisfies Config)
  })

  it('sends traces to a collector that the standard variables name', () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' }
    const endpoint = 'http://127.0.0.1:4318'
    assert.deepEqual(configOf(env).tracing, {
      endpoint,
      protocol: 'http/protobuf',
      serviceName: 'avatary',
      sampler: 'parentbased_always_on',
      share: 1,
    })
    const standardVariables = {
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    }
    const { protocol, sampler, share } = configOf({ ...env, ...standardVariables }).tracing!
    assert.deepEqual([protocol, sampler, share], ['http/json', 'traceidratio', 0.25])
  })

  it('treats an empty or blank variable as not set', () => {
    const blank = Object.fromEntries(Object.keys(VARIABLES).map((name, at) => [name, at % 2 ? '' : ' \t']))
    assert.deepEqual(configOf(blank), configOf({}))
  })

  it('ignores white space around a value, as env files often have it', () => {
    assert.equal(configOf({ PORT: ' 9000\r' }).http.port, 9000)
  })

  it('uses its own port as the public address by default', () => {
    assert.equal(configOf({ PORT: '9000' }).http.publicUrl, 'http://localhost:9000')
    assert.equal(
      configOf({ PUBLIC_URL: 'https://Avatars.example/' }).http.publicUrl,
      'https://avatars.example',
    )
  })

  it('keeps the database in the data folder by default', () => {
    assert.equal(configOf({ DATA_DIR: '/srv/a' }).data.databaseUrl, 'sqlite:/srv/a/avatary.sqlite')
    const url = 'postgres://u:p@db/avatary'
    assert.equal(configOf({ DATA_DIR: '/srv/a', DATABASE_URL: url }).data.databaseUrl, url)
  })

  it('serves the demo by default, but not in production', () => {
    assert.equal(configOf({ NODE_ENV: 'production' }).demo, false)
    assert.equal(configOf({ NODE_ENV: 'production', DEMO: '1' }).demo, true)
    assert.equal(configOf({ NODE_ENV: 'development', DEMO: '0' }).demo, false)
  })

  it('drains only behind a proxy by default', () => {
    assert.equal(configOf({ TRUST_PROXY: 'loopback' }).http.drainMs, 2000)
    assert.equal(configOf({ TRUST_PROXY: 'loopback', DRAIN_MS: '0' }).http.drainMs, 0)
    assert.equal(configOf({ DRAIN_MS: '500' }).http.drainMs, 500)
  })

  it('switches a limit off with 0', () => {
    const { limits } = configOf({ RATE_LIMIT_READ: '0', RATE_LIMIT_GLOBAL: '0', RATE_LIMIT_WORLD: '7' })
    assert.deepEqual([limits.read, limits.global, limits.world, limits.bulk], [0, 0, 7, 30])
  })

  it('splits lists at commas', () => {
    const { http, adminUserIds } = configOf({
      TRUST_PROXY: 'loopback, 10.0.0.0/8 ,2001:db8::/32,192.0.2.1',
      ADMIN_USER_IDS: 'a,b',
    })
    assert.deepEqual(http.trustProxy, ['loopback', '10.0.0.0/8', '2001:db8::/32', '192.0.2.1'])
    assert.deepEqual(adminUserIds, ['a', 'b'])
    const { excludedSearches } = configOf({ POPULAR_SEARCHES_EXCLUDED: 'Red  FOX!, 狐' })
    assert.deepEqual(excludedSearches, ['red fox', '狐'])
  })

  it('groups settings that belong together', () => {
    const config = configOf({
      COMMUNITY_URL: 'https://community.example/',
      COMMUNITY_CLIENT_ID: 'avatary',
      COMMUNITY_CLIENT_SECRET: 's3cret,;',
      DISCORD_CLIENT_ID: '123456789012345678',
      DISCORD_CLIENT_SECRET: 'd',
      PATREON_ACCESS_TOKEN: 'p',
      PATREON_CAMPAIGN_ID: '1',
      PLATFORM_AUTH_COOKIE: 'authcookie_1',
      PLATFORM_CONTACT: 'Admin <admin@avatars.example>',
    })
    assert.equal(config.community?.url, 'https://community.example')
    assert.equal(config.community?.clientSecret.reveal(), 's3cret,;')
    assert.equal(config.discord.client?.id, '123456789012345678')
    assert.equal(config.membership.campaign?.accessToken.reveal(), 'p')
    assert.equal(config.platform.account?.authCookie.reveal(), 'authcookie_1')
    assert.equal(config.platform.account?.twoFactorCookie, null)
  })

  it('never shows a secret when it is printed', () => {
    const config = configOf({
      SECRET_KEY: KEY,
      DISCORD_CLIENT_ID: '123456789012345678',
      DISCORD_CLIENT_SECRET: 'hunter2',
    })
    for (const text of [JSON.stringify(config), inspect(config, { depth: 9, showHidden: true })]) {
      assert.ok(!text.includes('hunter2') && !text.includes(KEY), text)
    }
    assert.equal(`${config.discord.client?.secret}`, '[secret]')
    assert.deepEqual(config.data.secretKey?.reveal(), Buffer.alloc(32, 7))
  })
})

describe('a problem with the configuration', () => {
  it('is reported together with all others', () => {
    const problems = problemsOf({ PORT: 'x', DEMO: 'yes', RATE_LIMIT_READ: '-1', COMMUNITY_URL: 'ftp://a' })
    assert.deepEqual(
      problems.map(problem => problem.split(' ')[0]),
      ['PORT', 'DEMO', 'RATE_LIMIT_READ', 'COMMUNITY_URL', 'COMMUNITY_CLIENT_ID', 'COMMUNITY_CLIENT_SECRET'],
    )
  })

  it('names the variable, its value and what is allowed', () => {
    assert.deepEqual(problemsOf({ PORT: '65536' }), [
      'PORT has "65536"; it must be a whole number from 0 to 65535.',
    ])
    assert.deepEqual(problemsOf({ PLATFORM_AUTH_COOKIE: 'authcookie_x', PLATFORM_CONTACT: '運営@例.jp' }), [
      'PLATFORM_CONTACT has "運営@例.jp"; it must be printable ASCII characters on one line.',
    ])
    assert.deepEqual(problemsOf({ ROLE: 'API' }), ['ROLE has "API"; it must be one of all, api, worker.'])
  })

  it('cuts a long value short', () => {
    assert.ok(problemsOf({ PUBLIC_URL: 'x'.repeat(10_000) })[0]!.length < 200)
  })

  const refused: Record<string, readonly string[]> = {
    PORT: ['-1', '1.5', '1e3', '0x50', '80a', '99999'],
    HOST: ['http://localhost', 'a b', '-a', '256.1.1.1', '1.2.3'],
    PUBLIC_URL: [
      'avatars.example',
      'ftp://a.example',
      'https://a.example/path',
      'https://a.example?q',
      'https://u:p@a.example',
    ],
    TRUST_PROXY: [
      '*',
      'true',
      '10.0.0.0/33',
      '10.0.0.0/0',
      '::/0',
      '10.0/8',
      'localhost',
      '10.0.0.1,,10.0.0.2',
    ],
    COUNTRY_HEADER: ['CF IPCountry', 'a:b'],
    DATABASE_URL: [
      'mysql://db/a',
      'avatary.sqlite',
      'sqlite:',
      'sqlite::memory:',
      'postgres://a:p@ss/word@db/a',
      'postgres://a:p@ss#word@db/a',
      'postgres://a:p@ss?word@db/a',
      'postgres://a:p#ss@db/a',
    ],
    REDIS_URL: [
      'valkey:6379',
      'http://valkey',
      'redis://valkey/three',
      'redis://:p@ss/word@valkey',
      'redis://:p@ss#word@valkey',
    ],
    SECRET_KEY: ['short', KEY.slice(4), `${KEY}AAAA`, '!'.repeat(44)],
    OLD_SECRET_KEYS: ['short', `${KEY},`, `${KEY};${KEY}`],
    POPULAR_SEARCHES_EXCLUDED: ['!!', 'fox,,cat'],
    ROLE: ['both'],
    PROCESSES: ['0', '65'],
    DEMO: ['true', '2'],
    LOG_LEVEL: ['trace', 'INFO'],
    ADMIN_USER_IDS: ['a b', ','],
    RATE_LIMIT_READ: ['-1', 'off', '1000001'],
    RATE_LIMIT_VIEWS: ['-1', 'five'],
    QUEUE_CAPACITY: ['0'],
    DRAIN_MS: ['-1', '600001'],
    CONNECTIONS_PER_ADDRESS: ['-1', 'many'],
    OVERLOAD_LAG_MS: ['-1', 'slow'],
    BULK_AT_ONCE: ['-1', 'many'],
    BULK_AT_ONCE_PER_ADDRESS: ['-1', 'many'],
    EVENT_STREAMS_PER_ADDRESS: ['-1'],
    BODY_MB: ['-1', '1.5'],
    BODY_MB_PER_ADDRESS: ['16MB'],
    FLUSH_INTERVAL_MS: ['0', '60001'],
    PLATFORM_API_URL: ['api.vrchat.cloud', 'https://a.example/?q=1'],
    PLATFORM_LOOKUPS_PER_MINUTE: ['0'],
    EXTERNAL_INDEX_KIND: ['VRCX'],
    EXTERNAL_LOOKUP_WAIT_MS: ['10001'],
    EXTERNAL_SYNC: ['on'],
    DISCORD_PUBLIC_KEY: ['abc', 'g'.repeat(64)],
    SUPPORTER_NAMES: ['last'],
  }
  for (const [name, texts] of Object.entries(refused)) {
    for (const text of texts) {
      it(`is ${name}=${JSON.stringify(text)}`, () => {
        const problems = problemsOf({ [name]: text })
        assert.equal(problems.length, 1)
        assert.ok(problems[0]!.startsWith(`${name} has `), problems[0])
      })
    }
  }

  const together: readonly [Environment, string][] = [
    [
      { DISCORD_CLIENT_ID: '123456789012345678' },
      'DISCORD_CLIENT_SECRET is missing; it must be set together with DISCORD_CLIENT_ID.',
    ],
    [
      { DISCORD_CLIENT_SECRET: 'a' },
      'DISCORD_CLIENT_ID is missing; it must be set together with DISCORD_CLIENT_SECRET.',
    ],
    [{ DISCORD_BOT_TOKEN: 'a' }, 'DISCORD_CLIENT_ID is missing; DISCORD_BOT_TOKEN does nothing without it.'],
    [
      { PATREON_CAMPAIGN_ID: '1' },
      'PATREON_ACCESS_TOKEN is missing; it must be set together with PATREON_CAMPAIGN_ID.',
    ],
    [
      { PLATFORM_AUTH_COOKIE: 'a' },
      'PLATFORM_CONTACT is missing; it must be set together with PLATFORM_AUTH_COOKIE.',
    ],
    [
      { PLATFORM_2FA_COOKIE: 'a' },
      'PLATFORM_AUTH_COOKIE is missing; PLATFORM_2FA_COOKIE does nothing without it.',
    ],
  ]
  for (const [env, problem] of together) {
    it(`is ${Object.keys(env)[0]} alone`, () => assert.deepEqual(problemsOf(env), [problem]))
  }

  it('never shows the value of a secret', () => {
    for (const [name, { kind }] of Object.entries(VARIABLES)) {
      if (!kind.isSecret) continue
      const shown = problemsOf({ [name]: 'hunter2 hunter2' }).join('\n')
      assert.ok(shown.includes(name), name)
      assert.ok(!shown.includes('hunter2'), shown)
    }
  })

  it('treats every variable as secret whose name says secret, token or cookie, or that is the URL of a database or Redis', () => {
    for (const [name, { kind }] of Object.entries(VARIABLES)) {
      if (/SECRET|TOKEN|COOKIE|DATABASE_URL|REDIS_URL/.test(name)) assert.ok(kind.isSecret, name)
    }
  })
})
