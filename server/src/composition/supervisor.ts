import type { Config } from '../config/config.ts'
import { supervisedEnvironment } from '../config/env.ts'
import type { Log } from '../kernel/log.ts'
import { systemClock } from '../platform/clock.ts'
import { apiProcessSpecs, workerProcessSpec } from '../platform/processes/children.ts'
import { Supervisor } from '../platform/processes/supervisor.ts'
import { systemUpstreamDeps } from '../platform/upstream/system-deps.ts'

/** Keeps `PROCESSES` processes of role `api` running, and with `ROLE=all` one of role `worker`. */
export function composeSupervisor({ role, processes, http }: Config, log: Log): Supervisor {
  const apiVariables = { ROLE: 'api', DEMO: '0' }
  // A worker must listen somewhere, so it gets an address of its own.
  const ownAddress = { PORT: '0', HOST: '127.0.0.1', PUBLIC_URL: http.publicUrl }
  const workerVariables = { ROLE: 'worker', DEMO: '0', PROCESSES: '1', ...ownAddress }
  const specs = apiProcessSpecs(processes, supervisedEnvironment(apiVariables))
  if (role === 'all') specs.push(workerProcessSpec(supervisedEnvironment(workerVariables)))
  const { random } = systemUpstreamDeps
  return new Supervisor({ specs, drainMs: http.drainMs, clock: systemClock, random, log })
}
