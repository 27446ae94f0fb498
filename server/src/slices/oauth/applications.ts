import type { ApplicationKind } from '@avatary/contract/applications'

/** An application that signs people in: a client, in the words of RFC 6749. */
export interface Application {
  readonly clientId: string
  readonly name: string
  /** Null where none is named. */
  readonly siteUrl: string | null
  readonly kind: ApplicationKind
  readonly redirectUris: readonly string[]
  readonly createdAtMs: number
  /** Nobody has checked who is behind what a user registered. */
  readonly registeredBy: Registrar
}

export type Registrar = 'user' | 'operators'

/** As the provider sees it. */
export interface Client extends Application {
  /** Of the secret, as `secretHashOf` makes it; null for a public one. */
  readonly secretHash: string | null
}

/** Before it is known whose it is. */
export type NewClient = Omit<Client, 'registeredBy'>

export interface ApplicationDetails {
  readonly name: string
  readonly siteUrl: string | null
  readonly redirectUris: readonly string[]
}

/** Whose an application is: a person's, or `operators`, who may also change everybody's. */
export type Owner = number | 'operators'
