import type { RequestContext } from './answer.ts'

/** A signed-in person, as the community site last described them. */
export interface Person {
  /** The row key in `users`, which other tables refer to. */
  readonly key: number
  /** The person's subject (`sub`) at the community site. */
  readonly id: string
  readonly username: string
  readonly name: string
  readonly picture: string | null
  /** URL of the public profile. */
  readonly profile: string | null
  /**
   * The platform account that the profile shows as verified (spec, "Authentication", rule 5); null when there is none.
   */
  readonly platformAccount: { readonly id: string; readonly displayName: string } | null
  /**
   * The person was identified by a session (the id of its row, never the cookie) or by a personal key; `service` is for
   * jobs, which act without a request.
   */
  readonly by:
    | { readonly kind: 'session' | 'service'; readonly id: string }
    | { readonly kind: 'key'; readonly id: string; readonly scopes: readonly ('read' | 'write')[] }
}

/** The account was deleted while a request of its owner was handled. */
export class AccountGoneError extends Error {}

/** Input of handlers whose routes require a session or key. */
export interface SignedIn {
  readonly person: Person
}

/** The parts of a request that are needed to identify its person. */
export interface IdentifyContext extends Pick<RequestContext, 'headers'> {
  /** Adds a header to the answer, whatever the answer will be. */
  addHeader?(name: string, value: string): void
}

/**
 * Identifies the person of a request by its headers; null when nobody is signed in.
 *
 * @param acceptsKey true also accepts a personal key.
 */
export type Identify = (
  context: IdentifyContext,
  options: { readonly acceptsKey: boolean },
) => Promise<Person | null>
