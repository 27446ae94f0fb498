import type { ServiceProcess } from './service-process.ts'
import type { TestSystem } from './system.ts'
import type { Views } from './views.ts'

export interface Fault {
  readonly name: string
  /** Milliseconds between `begin` and `end`. */
  readonly lastsMs: number
  /** Maximum that an address may be allowed within a minute, in multiples of the limit (docs/operate.md). */
  readonly tolerance: number
  begin(): Promise<void>
  end(): Promise<void>
}

/** Delay before a supervisor restarts what ended: `RestartSec` of the unit in docs/operate.md. */
const RESTART_MS = 2000
/** Longer than a process takes to detect that the database does not answer. */
const FROZEN_MS = 7000

/** Kills, freezes and restarts one process of each kind in turn; a single process over SQLite is killed three times. */
export function faultsOf({ apis, worker, postgres, redis }: TestSystem, views: Views): Fault[] {
  return [
    ...(worker === null ? [] : faultsOfProcess('API process', apis[1]!, views)),
    ...(worker === null ? [] : faultsOfProcess('worker', worker, views)),
    ...(postgres === null ? [] : faultsOfPostgres(postgres)),
    ...(redis === null ? [] : faultsOfRedis(redis)),
    ...(worker === null
      ? [1, 2, 3].map(() => killedFault('one process over SQLite', apis[0]!, views, 2))
      : []),
  ]
}

function killedFault(name: string, process: ServiceProcess, views: Views, tolerance: number): Fault {
  return {
    name: `${name} killed`,
    lastsMs: RESTART_MS,
    tolerance,
    async begin() {
      await process.kill()
      views.killed(process.name)
    },
    end: () => process.start(),
  }
}

function faultsOfProcess(name: string, process: ServiceProcess, views: Views): Fault[] {
  const tolerance = 1
  return [
    killedFault(name, process, views, tolerance),
    {
      name: `${name} frozen`,
      lastsMs: FROZEN_MS,
      tolerance,
      begin: async () => process.signal('SIGSTOP'),
      end: async () => process.signal('SIGCONT'),
    },
    {
      name: `${name} restarted`,
      lastsMs: 0,
      tolerance,
      begin: () => process.stop(),
      end: () => process.start(),
    },
  ]
}

function faultsOfPostgres(postgres: NonNullable<TestSystem['postgres']>): Fault[] {
  const name = 'PostgreSQL'
  return [
    {
      name: `${name} killed`,
      lastsMs: RESTART_MS,
      tolerance: 1,
      begin: () => postgres.kill(),
      end: () => postgres.restart(),
    },
    {
      name: `${name} frozen`,
      lastsMs: FROZEN_MS,
      tolerance: 1,
      begin: () => postgres.freeze(),
      end: () => postgres.thaw(),
    },
    {
      name: `${name} restarted`,
      lastsMs: 0,
      tolerance: 1,
      begin: () => postgres.stop(),
      end: () => postgres.restart(),
    },
  ]
}

function faultsOfRedis(redis: NonNullable<TestSystem['redis']>): Fault[] {
  const name = 'Redis'
  const tolerance = 1.5
  return [
    {
      name: `${name} killed`,
      lastsMs: RESTART_MS,
      tolerance,
      begin: () => redis.end('SIGKILL'),
      end: () => redis.restart(),
    },
    {
      name: `${name} frozen`,
      lastsMs: FROZEN_MS,
      tolerance,
      begin: async () => redis.signal('SIGSTOP'),
      end: async () => redis.signal('SIGCONT'),
    },
    {
      name: `${name} restarted`,
      lastsMs: 0,
      tolerance,
      begin: () => redis.end('SIGTERM'),
      end: () => redis.restart(),
    },
  ]
}
