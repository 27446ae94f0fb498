import type { Config } from '../config/config.ts'
import { loadSecretKey } from '../config/secrets.ts'
import type { SealerFor } from '../kernel/sealer.ts'
import { createSealer } from '../platform/crypto/sealed.ts'

/** Seals with `SECRET_KEY`, generated when it is not set, and also opens texts of the old keys. */
export async function openSealers({ dir, secretKey, oldSecretKeys }: Config['data']): Promise<SealerFor> {
  const current = await loadSecretKey({ dir, configured: secretKey })
  const older = oldSecretKeys.map(key => key.reveal())
  return purpose => createSealer([current.reveal(), ...older], purpose)
}
