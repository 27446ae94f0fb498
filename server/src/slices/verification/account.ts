import { hash } from 'node:crypto'
import type { Secret } from '../../kernel/secret.ts'
import type { UpstreamCredentials } from '../../kernel/upstream.ts'

/** The platform account with which lookups are made. */
export interface PlatformAccount {
  readonly authCookie: Secret<string>
  readonly twoFactorCookie: Secret<string> | null
  /** The operator's address, which requests name in `User-Agent` (`PLATFORM_CONTACT`). */
  readonly contact: string
}

export function credentialsOf({ authCookie, twoFactorCookie }: PlatformAccount): UpstreamCredentials {
  const twoFactorCookies = twoFactorCookie && { twoFactorAuth: twoFactorCookie.reveal() }
  return { kind: 'cookies', cookies: { auth: authCookie.reveal(), ...twoFactorCookies } }
}

/** A hash that distinguishes the sessions of accounts. */
export function fingerprintOf({ authCookie, twoFactorCookie, contact }: PlatformAccount): string {
  const parts = [authCookie.reveal(), twoFactorCookie?.reveal() ?? '', contact]
  return hash('sha256', parts.join('\n'), 'hex').slice(0, 16)
}
