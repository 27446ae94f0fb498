import type { RequestContext } from './answer.ts'

/** A signed-in person, as the community site described them last. */
export interface Person {
  /** Row of `users`, which other tables refer to. */
  readonly key: number
  /** Subject at the community site. */
  readonly id: string
  readonly username: string
  readonly name: string
  readonly picture: string | null
  /** Address of the public profile. */
  readonly profile: string | null
  /** Platform account verified on the profile (spec, "Authentication", rule 5); null when none is. */
  readonly platformAccount: { readonly id: string; readonly displayName: string } | null
  /**
   * The proof: a session (its row's id, never the cookie) or a personal key; `service` for jobs, which act without
   * a request.
   */
  readonly by:
    | { readonly kind: 'session' | 'service'; readonly id: string }
    | { readonly kind: 'key'; readonly id: string; readonly scopes: readonly ('read' | 'write')[] }
}

/** The account was deleted while its request was handled. */
export class AccountGoneError extends Error {}

/** Added to the input of handlers whose routes require a session or key. */
export interface SignedIn {
  readonly person: Person
}

/** The parts of a request that identify its person. */
export interface IdentifyContext extends Pick<RequestContext, 'headers'> {
  /** Adds a header to the answer, whatever it will be. */
  addHeader?(name: string, value: string): void
}

/**
 * Finds the person of a request by its headers; null when nobody is signed in.
 *
 * @param acceptsKey true accepts a personal key in place of a session.
 */
export type Identify = (
  context: IdentifyContext,
  options: { readonly acceptsKey: boolean },
) => Promise<Person | null>
