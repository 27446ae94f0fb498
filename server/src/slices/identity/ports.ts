import type { SignInPrompt } from '@avatary/contract/sessions'

/** A sign-in that begins: where the browser goes, and what must come back with it. */
export interface AuthorizationRequest {
  readonly location: string
  readonly state: string
  /** PKCE (RFC 7636); stays with us until the code is redeemed. */
  readonly verifier: string
}

/** What the browser brought back came to. */
export type Redeemed =
  /** `untilMs` by our clock; null when the site did not say. */
  | { readonly kind: 'token'; readonly token: string; readonly untilMs: number | null }
  | { readonly kind: 'cancelled' }
  /** Not ours, of another site, used, expired, or otherwise not accepted. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'unavailable' }

/** The protocol of signing in with the community site (RFC 6749, 7636, 9207). */
export interface OAuthClient {
  /** @param prompt what the community site is to do although it knows the person; null = nothing. */
  authorize(prompt: SignInPrompt | null): Promise<AuthorizationRequest>
  /** @param answer the query that the browser brought back; its `state` must be that of the authorization request. */
  redeem(
    answer: URLSearchParams,
    request: Pick<AuthorizationRequest, 'state' | 'verifier'>,
  ): Promise<Redeemed>
}

/** The family of devices that a user agent belongs to, never more. */
export type DeviceOf = (userAgent: string | undefined) => string
