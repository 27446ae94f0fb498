import type { RequestContext } from './answer.ts'

/** The person behind a request of a signed-in route, as the community site described them last. */
export interface Person {
  /** Row of `users`, which other tables refer to. */
  readonly key: number
  /** Subject at the community site. */
  readonly id: string
  readonly username: string
  /** Name to show. */
  readonly name: string
  readonly picture: string | null
  /** Address of the public profile. */
  readonly profile: string | null
  /** Platform account verified on the profile (spec, "Authentication", rule 5). */
  readonly platformAccount: { readonly id: string; readonly displayName: string } | null
  /**
   * The proof: a session (its row's id, never the cookie) or a personal key; `service` for jobs, which act without
   * a request.
   */
  readonly by: { readonly kind: 'session' | 'key' | 'service'; readonly id: string }
}

/** The account was deleted since the request was let in, so nobody is signed in any more. */
export class AccountGoneError extends Error {}

/** Beside the input of a handler whose route asks to be signed in. */
export interface SignedIn {
  readonly person: Person
}

/** The parts of a request by which its person is found. */
export interface IdentifyContext extends Pick<RequestContext, 'headers'> {
  /** Adds a header to the answer, whatever it will be. */
  addHeader?(name: string, value: string): void
}

/**
 * Finds who a request comes from by its headers; null = nobody.
 *
 * @param acceptsKey whether a personal API key may stand for the session (design, "Account").
 */
export type Identify = (
  context: IdentifyContext,
  options: { readonly acceptsKey: boolean },
) => Promise<Person | null>
