import { createHmac } from 'node:crypto'
import type { OwnFingerprints } from '../kernel/secret-fingerprints.ts'
import type { Config } from './config.ts'
import { loadAdminToken, loadSecretKey } from './secrets.ts'

/** The fingerprints of this server's secrets. Secrets that are neither set nor generated yet are generated. */
export async function secretFingerprintsOf(data: Config['data']): Promise<OwnFingerprints> {
  const key = await loadSecretKey(data)
  const token = await loadAdminToken(data)
  return {
    current: { SECRET_KEY: fingerprintOf(key.reveal()), ADMIN_TOKEN: fingerprintOf(token.reveal()) },
    old: data.oldSecretKeys.map(old => fingerprintOf(old.reveal())),
  }
}

/** A keyed hash; a secret of 32 random bytes cannot be guessed from it. */
function fingerprintOf(secret: Buffer | string): string {
  return createHmac('sha256', secret).update('Avatary: secrets agree').digest('base64url').slice(0, 22)
}
