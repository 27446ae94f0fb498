import type { Config } from '../config/config.ts'
import { loadSecretKey } from '../config/secrets.ts'
import type { SealerFor } from '../kernel/sealer.ts'
import { createSealer } from '../platform/crypto/sealed.ts'

/** Loads `SECRET_KEY`, or makes it, and the keys before it. */
export async function openSealers({ dir, secretKey, oldSecretKeys }: Config['data']): Promise<SealerFor> {
  const current = await loadSecretKey({ dir, configured: secretKey })
  const older = oldSecretKeys.map(key => key.reveal())
  return purpose => createSealer([current.reveal(), ...older], purpose)
}
