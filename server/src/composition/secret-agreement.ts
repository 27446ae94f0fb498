import { ProcessFingerprintStore } from '../avatars/index.ts'
import type { Database } from '../kernel/database.ts'
import type { OwnFingerprints } from '../kernel/secret-fingerprints.ts'
import type { SystemDeps } from '../kernel/system-deps.ts'
import type { Part } from '../platform/process/part.ts'
import { SecretAgreement } from '../platform/processes/secret-agreement.ts'

const ID_BYTES = 9

export interface SecretAgreementDeps extends Pick<SystemDeps, 'clock' | 'log' | 'metrics' | 'randomToken'> {
  db: Database
  fingerprints: OwnFingerprints
}

/** Makes this process compare its secrets with those of other processes on its database. */
export function composeSecretAgreement(deps: SecretAgreementDeps): Part {
  const store = new ProcessFingerprintStore(deps)
  return new SecretAgreement({ ...deps, store, id: deps.randomToken(ID_BYTES) }).part()
}
