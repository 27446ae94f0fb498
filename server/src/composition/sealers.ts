import type { Config } from '../config/config.ts'
import { loadSecretKey } from '../config/secrets.ts'
import { createSealer, type Sealer } from '../platform/crypto/sealed.ts'

/** What is stored sealed, each for a purpose of its own. */
export const DISCORD_GRANTS = 'discord grants'
export const COMMUNITY_TOKENS = 'community tokens'

/** Seals the texts of one purpose with the secret of this installation. */
export type SealerFor = (purpose: string) => Sealer

/** Loads `SECRET_KEY`, or makes it, and the keys before it. */
export async function openSealers({ dir, secretKey, oldSecretKeys }: Config['data']): Promise<SealerFor> {
  const current = await loadSecretKey({ dir, configured: secretKey })
  const older = oldSecretKeys.map(key => key.reveal())
  return purpose => createSealer([current.reveal(), ...older], purpose)
}
