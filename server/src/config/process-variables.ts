import {
  adminToken,
  choice,
  communityId,
  databaseUrl,
  flag,
  headerName,
  host,
  integer,
  key,
  listOf,
  network,
  origin,
  passphrase,
  path,
  redisUrl,
} from './kinds.ts'
import { optional, type Variable, withDefault } from './variable.ts'

export const PROCESS_VARIABLES = {
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
      'Reverse proxies whose `X-Forwarded-For` is trusted: addresses, networks, `loopback`, `linklocal`, `uniquelocal`, separated by commas. Behind a proxy that is not listed here, all clients share one limit',
    example: 'loopback,10.0.0.0/8',
  }),
  COUNTRY_HEADER: optional(headerName, {
    meaning: "Request header in which a proxy sends the client's country",
    example: 'CF-IPCountry',
  }),
  DRAIN_MS: optional(integer({ min: 0, max: 600_000 }), {
    defaultText: '`2000` if `TRUST_PROXY` is set, otherwise `0`',
    meaning:
      'Milliseconds for which a process still answers after SIGTERM, while `/api/ready` answers 503 and each answer closes its connection; set it to more than the health checks of the load balancer take. 0 = stop at once',
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
    meaning:
      'Key of 32 bytes in base64 that seals stored tokens of other services. Must be the same on all machines',
    example: '`openssl rand -base64 32`',
  }),
  OLD_SECRET_KEYS: optional(listOf(key), {
    meaning:
      'Old values of `SECRET_KEY`, separated by commas, which still open what they sealed. Remove them after `script/avatary reseal`',
    example: '`cat data/secret.key`',
  }),
  ADMIN_TOKEN: optional(adminToken, {
    defaultText: 'generated into `DATA_DIR`',
    meaning: 'Token for the admin endpoints. Must be the same on all machines',
    example: '`cat data/admin.token`',
  }),
  BACKUP_PASSPHRASE: optional(passphrase, {
    meaning:
      'Encrypts the secrets in a backup (`script/avatary backup --with-secrets`); the server does not read it',
    example: '`openssl rand -base64 24`',
  }),
  ROLE: withDefault(choice('all', 'api', 'worker'), 'all', {
    meaning:
      '`api` answers requests, `worker` runs the jobs that one process does for all, `all` does both; `api` processes need a `worker` or `all` process as well',
    example: 'api',
  }),
  PROCESSES: withDefault(integer({ min: 1, max: 64 }), 1, {
    meaning:
      'Number of processes that answer requests on this machine, on one port; with `ROLE=all` a worker runs in addition. Each has the catalog in memory. The demo needs 1',
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
    meaning: 'Community ids of the people who may use the admin endpoints, separated by commas',
    example: '1234,5678',
  }),
} as const satisfies Record<string, Variable<unknown>>
