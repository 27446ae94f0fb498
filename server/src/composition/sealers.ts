import type { Config } from '../config/config.ts'
import { secretFingerprintsOf } from '../config/secret-fingerprints.ts'
import { loadAdminToken, loadSecretKey } from '../config/secrets.ts'
import type { SealerFor } from '../kernel/sealer.ts'
import { createSealer } from '../platform/crypto/sealed.ts'

/** Seals with `SECRET_KEY`, or the generated key when it is not set; also opens texts sealed with the old keys. */
export async function openSealers(data: Config['data']): Promise<SealerFor> {
  const currentKey = await loadSecretKey(data)
  const oldKeys = data.oldSecretKeys.map(key => key.reveal())
  return purpose => createSealer([currentKey.reveal(), ...oldKeys], purpose)
}

/** Loads the secrets that all processes on one database share. */
export async function loadSecrets(data: Config['data']) {
  const adminToken = await loadAdminToken(data)
  return { adminToken, sealerFor: await openSealers(data), fingerprints: await secretFingerprintsOf(data) }
}
