import { createHmac } from 'node:crypto'
import type { OwnMarks } from '../kernel/secret-marks.ts'
import type { Config } from './config.ts'
import { loadAdminToken, loadSecretKey } from './secrets.ts'

/** The marks of the secrets of a server, which are generated when they are not set. */
export async function secretMarksOf(data: Config['data']): Promise<OwnMarks> {
  const key = await loadSecretKey({ dir: data.dir, configured: data.secretKey })
  const token = await loadAdminToken(data)
  return {
    current: { SECRET_KEY: markOf(key.reveal()), ADMIN_TOKEN: markOf(token.reveal()) },
    old: data.oldSecretKeys.map(old => markOf(old.reveal())),
  }
}

/** A secret of 32 random bytes cannot be guessed from this. */
function markOf(secret: Buffer | string): string {
  return createHmac('sha256', secret).update('Avatary: secrets agree').digest('base64url').slice(0, 22)
}
