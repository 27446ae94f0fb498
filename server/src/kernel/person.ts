import type { RequestContext } from './answer.ts'

/** Who a request of a signed-in route comes from, as the community site told it last. */
export interface Person {
  /** Row of `users`, which other tables refer to. */
  readonly key: number
  /** Subject at the community site. */
  readonly id: string
  readonly username: string
  /** To be shown. */
  readonly name: string
  readonly picture: string | null
  /** Address of the public profile. */
  readonly profile: string | null
  /** Platform account verified on the profile (spec, "Authentication", rule 5). */
  readonly platformAccount: { readonly id: string; readonly displayName: string } | null
  /**
   * What proved it: the session (its row's id, never the cookie) or a personal API key; `service` for work in the
   * background, in which nobody asked.
   */
  readonly by: { readonly kind: 'session' | 'key' | 'service'; readonly id: string }
}

/** Beside the input of a handler whose route asks to be signed in. */
export interface SignedIn {
  readonly person: Person
}

/** What is looked at of a request to find who it comes from. */
export interface Introduction extends Pick<RequestContext, 'headers'> {
  /** Adds a header to the answer, whatever it will be. */
  addHeader?(name: string, value: string): void
}

/**
 * Finds who a request comes from by its headers; null = nobody.
 *
 * @param acceptsKey whether a personal API key may stand for the session (design, "Account").
 */
export type Identify = (
  context: Introduction,
  options: { readonly acceptsKey: boolean },
) => Promise<Person | null>
