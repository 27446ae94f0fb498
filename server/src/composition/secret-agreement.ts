import { ProcessMarkStore } from '../avatars/index.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import type { Log } from '../kernel/log.ts'
import type { Meter } from '../kernel/meter.ts'
import type { OwnMarks } from '../kernel/secret-marks.ts'
import type { Part } from '../platform/process/part.ts'
import { SecretAgreement } from '../platform/processes/secret-agreement.ts'

const ID_BYTES = 9

export interface SecretAgreementDeps {
  db: Database
  marks: OwnMarks
  clock: Clock
  log: Log
  metrics: Meter
  randomToken: (bytes: number) => string
}

/** Has this process compare its secrets with those of the others on its database. */
export function composeSecretAgreement(deps: SecretAgreementDeps): Part {
  const store = new ProcessMarkStore(deps)
  return new SecretAgreement({ ...deps, store, id: deps.randomToken(ID_BYTES) }).part()
}
