import type { SessionDevice, SignInPrompt } from '@avatary/contract/sessions'

/** A request to the authorization endpoint of the community site. */
export interface AuthorizationRequest {
  /** Address that the browser is sent to. */
  readonly location: string
  readonly state: string
  /** PKCE (RFC 7636); stays on this server until the code is redeemed. */
  readonly verifier: string
}

export type RedeemOutcome =
  /** `untilMs` by the clock of this server; null when the site named no lifetime. */
  | { readonly kind: 'token'; readonly token: string; readonly untilMs: number | null }
  | { readonly kind: 'cancelled' }
  /** The answer belongs to another sign-in or site, was used before, has expired, or was not accepted. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'unavailable' }

/** The protocol of signing in with the community site (RFC 6749, 7636, 9207). */
export interface OAuthClient {
  /** @param prompt sent to the community site (OpenID Connect Core §3.1.2.1); null for none. */
  authorize(prompt: SignInPrompt | null): Promise<AuthorizationRequest>
  /** @param answer query of the callback, whose `state` must be that of the authorization request. */
  redeem(
    answer: URLSearchParams,
    request: Pick<AuthorizationRequest, 'state' | 'verifier'>,
  ): Promise<RedeemOutcome>
}

/** Returns the family of devices that a user agent belongs to. */
export type DeviceOf = (userAgent: string | undefined) => SessionDevice
