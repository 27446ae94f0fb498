import {
  disagreements,
  type OwnFingerprints,
  type SecretFingerprints,
} from '../../kernel/secret-fingerprints.ts'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import type { Part } from '../process/part.ts'

interface ProcessFingerprints {
  write(
    id: string,
    fingerprints: SecretFingerprints,
    times: { nowMs: number; endedMs: number },
  ): Promise<void>
  others(id: string): Promise<readonly SecretFingerprints[]>
  remove(id: string): Promise<void>
}

export interface SecretAgreementDeps extends Pick<SystemDeps, 'clock' | 'log' | 'metrics'> {
  store: ProcessFingerprints
  fingerprints: OwnFingerprints
  /** Unique to this process. */
  id: string
}

/** A process that has not written for this long is taken for ended. It is long because clocks of machines differ. */
const ENDED_MS = 10 * MINUTE_MS

/** Detects processes on one database that have different secrets, so that one refuses what another issued. */
export class SecretAgreement {
  readonly #deps: SecretAgreementDeps
  #unlike: readonly string[] = []

  constructor(deps: SecretAgreementDeps) {
    this.#deps = deps
    deps.metrics.gauge(
      'avatary_secrets_unlike',
      'Secrets of which another process on this database has another one',
      () => this.#unlike.length,
    )
  }

  part(): Part {
    const { store, id } = this.#deps
    const run = () => this.compare()
    return {
      jobs: [{ name: 'compare-secrets', everyMs: MINUTE_MS, startsAtOnce: true, on: 'every process', run }],
      close: () => store.remove(id).catch(() => {}),
    }
  }

  async compare(): Promise<void> {
    const { store, id, fingerprints, clock, log } = this.#deps
    const nowMs = clock.now()
    await store.write(id, fingerprints.current, { nowMs, endedMs: nowMs - ENDED_MS })
    const secrets = disagreements(fingerprints, await store.others(id))
    if (secrets.some(name => !this.#unlike.includes(name)))
      log.error(
        { event: 'secrets-disagree', secrets },
        'Another process on this database has different secrets: set the same ones on every machine',
      )
    this.#unlike = secrets
  }
}
