import type { ApplicationKind } from '@avatary/contract/applications'

/** A client of RFC 6749. */
export interface Application {
  readonly clientId: string
  readonly name: string
  readonly siteUrl: string | null
  readonly kind: ApplicationKind
  readonly redirectUris: readonly string[]
  readonly createdAtMs: number
  /** Nobody has reviewed applications that users registered. */
  readonly registeredBy: Registrar
  /** Null unless an operator blocked it: then nobody can be signed in to it, and its owner cannot change it. */
  readonly blockedAtMs: number | null
}

export type Registrar = 'user' | 'operators'

export interface Client extends Application {
  /** A hash by `secretHashOf`; null for a public application. */
  readonly secretHash: string | null
  /** Row key in `users` of the person who registered it; null for operators. */
  readonly ownerKey: number | null
}

/** An application in the list for operators. */
export interface ApplicationWithOwner extends Application {
  /** Username of the person who registered it; empty when the account was deleted, null for operators. */
  readonly owner: string | null
  /** Number of people who have allowed it. */
  readonly people: number
}

export type NewClient = Omit<Client, 'registeredBy' | 'blockedAtMs' | 'ownerKey'>

export type ApplicationDetails = Pick<Application, 'name' | 'siteUrl' | 'redirectUris'>

/** Row key of a person in `users`, or `operators`, who may change all applications. */
export type OwnerKey = number | 'operators'
