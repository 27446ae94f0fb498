import type { SignInPrompt } from '@avatary/contract/sessions'

/** A request to the authorization endpoint of the community site. */
export interface AuthorizationRequest {
  /** The URL to which the browser is redirected. */
  readonly location: string
  readonly state: string
  /** The PKCE verifier (RFC 7636), which stays on this server until the code is redeemed. */
  readonly verifier: string
}

export type RedeemOutcome =
  /** `untilMs` is in this server's time; null when the site gave no lifetime. */
  | { readonly kind: 'token'; readonly token: string; readonly untilMs: number | null }
  | { readonly kind: 'cancelled' }
  /** The answer belongs to another sign-in or site, was used before, has expired, or was not accepted. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'unavailable' }

/** The protocol of signing in with the community site (RFC 6749, 7636, 9207). */
export interface OAuthClient {
  /** @param prompt passed on to the community site (OpenID Connect Core §3.1.2.1); null for none. */
  authorize(prompt: SignInPrompt | null): Promise<AuthorizationRequest>
  /** @param answer the query of the callback, whose `state` must be that of the authorization request. */
  redeem(
    answer: URLSearchParams,
    request: Pick<AuthorizationRequest, 'state' | 'verifier'>,
  ): Promise<RedeemOutcome>
}
