/** The `event` keys of log lines; the texts explain to operators when they are logged. */
export const LOG_EVENTS = {
  'catalog-opened': 'the process answers; `source` is `snapshot` or `rebuild`',
  'catalog-opened-stale': 'the process answers from its snapshot until the database is back',
  'catalog-rebuilding': 'the start takes longer, because all rows are read; `reason` says why',
  'change-log-gap':
    'the change log no longer has changes that this process had not read, so it reads all rows',
  'community-client-refused': 'nobody can sign in: check `COMMUNITY_CLIENT_ID` and `COMMUNITY_CLIENT_SECRET`',
  'countries-unreadable': 'visits are counted without a country',
  'database-away': 'writes are answered 503 until `database-back`',
  'database-back': 'the end of `database-away`, after `awayMs`',
  'database-fault': 'a statement failed: one line per minute and kind of fault, with the number of others',
  'database-migrated': 'the schema was updated; `applied` names the migrations',
  'demo-ended': 'from now on the imported avatars are served',
  'demo-loaded': 'the demo was filled with `added` made-up avatars',
  'demo-started': 'the catalog is empty, so made-up avatars are shown',
  'demo-unusable': 'the database of the demo is damaged or empty, and is made anew',
  'discord-feed-stopped':
    'the bot lost its permission; the administrator of the Discord server has to give it back and turn the feed on',
  'discord-interaction-failed': 'an error on our side while the bot answered an interaction',
  'discord-revocation-delayed':
    'a Discord grant could not be revoked; the next attempt is made after `pauseMs`',
  'external-finds-not-queued':
    'avatars found in an external index are not verified; a later search finds them again',
  'external-lookup-failed':
    'an error on our side while an external index was asked; searches continue without it',
  'file-cache-failed': 'pictures are not cached: check space and owner of `folder`',
  'grant-left-at-deletion':
    'a grant at another service was not revoked; the person can remove it in the settings of that service',
  'index-merge-failed': 'searches read more segments until a retry succeeds',
  'insights-opened': 'from now on insights are answered',
  'job-failed': '`job` names it; it runs again at its next time',
  'last-counters-lost': 'events of the last second before the stop are lost',
  'last-insights-snapshot-failed': 'the next start reads more rows',
  'last-searches-lost': 'searches of the last second before the stop are not in the popular terms',
  'last-snapshot-aborted': 'the process had to end before its last snapshot was written',
  'last-snapshot-failed': 'the next start reads more changes, or all rows',
  'last-snapshot-skipped': 'the next start reads more changes',
  'limits-divided':
    'there are several processes and no `REDIS_URL`: an address that reaches only one of them has only a part of each limit',
  listening: 'the port is open; that of a worker has only health, readiness and metrics',
  'lookup-lease-lost': 'a lookup took longer than its lease, so two processes asked about one avatar',
  'overload-began':
    'requests are answered 503 with `Retry-After`, first those that are cheapest to repeat: see `avatary_overload_level`',
  'overload-ended': 'the end of `overload-began`',
  'platform-account-accepted': 'lookups continue after `PLATFORM_AUTH_COOKIE` was renewed',
  'platform-account-refused':
    'nothing is verified: renew `PLATFORM_AUTH_COOKIE`, check `PLATFORM_CONTACT`, restart',
  'process-ended': '`process` ended by itself, and is started again after `pauseMs`',
  'process-killed': '`process` did not end in time, or received a second signal, and was killed',
  'processes-ready': 'all of `processes` are ready; `mebibytes` is what each has in memory',
  'redis-away':
    'limits are no longer shared: each process enforces its part of them until `redis-back`; `reason` says why',
  'redis-back': 'the end of `redis-away`',
  ready: 'a worker runs its jobs; other processes answer from the whole catalog',
  'request-failed': 'a bug or a failing service: see `err`; `requestId` is the `X-Request-Id` of the answer',
  'roll-ended': 'all processes were replaced after `SIGHUP`',
  'roll-failed':
    'a new process ended during its start: see its lines; processes that were not replaced keep running',
  'roll-started': '`SIGHUP` was received',
  'roster-refresh-failed': 'supporters or leaderboard stay as they were',
  'secrets-disagree':
    'another process on this database has other `secrets`: it cannot open grants of this one, or its admin endpoints answer 401',
  'snapshot-failed': 'check space and owner of `DATA_DIR`; starts are slow until it can be written',
  'snapshot-of-other-database': '`DATABASE_URL` or the database file was replaced',
  'snapshot-unusable': 'an older snapshot, or all rows, are read instead',
  'snapshot-written': 'the next start reads this file',
  'start-broken-off': 'the process was told to stop while it started, and did not do so in time',
  stopping: 'SIGTERM, SIGINT or SIGHUP was received',
  'trace-collector-back': 'the end of `trace-collector-failed`',
  'trace-collector-failed':
    'the collector does not accept traces, which are lost until `trace-collector-back`; `reason` says why',
  'untrusted-proxy': 'add the proxy to `TRUST_PROXY` if it is yours: all its clients share one limit',
  'upstream-circuit-closed': 'the end of `upstream-circuit-opened`',
  'upstream-circuit-opened': 'an upstream fails; it is not called until `upstream-circuit-closed`',
  'upstream-failed': 'one call failed after its retries; `outcome` says how',
  'upstream-retried': 'an attempt failed and is repeated (only with `LOG_LEVEL=debug`)',
  'verification-off': 'submissions stay queued until `PLATFORM_AUTH_COOKIE` and `PLATFORM_CONTACT` are set',
} as const

export type LogEvent = keyof typeof LOG_EVENTS
