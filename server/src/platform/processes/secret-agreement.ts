import type { ProcessFingerprintStore } from '../../avatars/index.ts'
import type { Job } from '../../kernel/job.ts'
import { disagreements, type OwnFingerprints } from '../../kernel/secret-fingerprints.ts'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import type { Part } from '../process/part.ts'

export interface SecretAgreementDeps extends Pick<SystemDeps, 'clock' | 'log' | 'metrics' | 'randomToken'> {
  store: Pick<ProcessFingerprintStore, 'write' | 'readOthers' | 'remove'>
  fingerprints: OwnFingerprints
}

const ID_BYTES = 9
/** A process that has not written for this long is taken for ended. It is long because clocks of machines differ. */
const ENDED_AFTER_MS = 10 * MINUTE_MS

/** Detects processes on one database that have different secrets, so that one refuses what another issued. */
export class SecretAgreement implements Part {
  readonly jobs: readonly Job[] = [
    {
      name: 'compare-secrets',
      everyMs: MINUTE_MS,
      startsAtOnce: true,
      on: 'every process',
      run: () => this.#compare(),
    },
  ]
  readonly #deps: SecretAgreementDeps
  /** The id of this process. */
  readonly #id: string
  #disagreements: readonly string[] = []

  constructor(deps: SecretAgreementDeps) {
    this.#deps = deps
    this.#id = deps.randomToken(ID_BYTES)
    deps.metrics.gauge(
      'avatary_secrets_unlike',
      'Secrets of which another process on this database has another one',
      () => this.#disagreements.length,
    )
  }

  async close(): Promise<void> {
    await this.#deps.store.remove(this.#id).catch(() => {})
  }

  async #compare(): Promise<void> {
    const { store, fingerprints, clock, log } = this.#deps
    const nowMs = clock.now()
    await store.write(this.#id, fingerprints.current, { nowMs, deleteBeforeMs: nowMs - ENDED_AFTER_MS })
    const secrets = disagreements(fingerprints, await store.readOthers(this.#id))
    if (secrets.some(name => !this.#disagreements.includes(name)))
      log.error(
        { event: 'secrets-disagree', secrets },
        'Another process on this database has different secrets: set the same ones on every machine',
      )
    this.#disagreements = secrets
  }
}
