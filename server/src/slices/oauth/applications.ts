import type { ApplicationKind } from '@avatary/contract/applications'

/** A client of RFC 6749. */
export interface Application {
  readonly clientId: string
  readonly name: string
  readonly siteUrl: string | null
  readonly kind: ApplicationKind
  readonly redirectUris: readonly string[]
  readonly createdAtMs: number
  /** Applications of users have not been reviewed by anybody. */
  readonly registeredBy: Registrar
  /** Null unless an operator blocked it: then nobody may be signed in to it, and its owner may not change it. */
  readonly blockedAtMs: number | null
}

export type Registrar = 'user' | 'operators'

export interface Client extends Application {
  /** Hash by `secretHashOf`; null for a public application. */
  readonly secretHash: string | null
  /** Row of `users` of who registered it; null for operators. */
  readonly ownerKey: number | null
}

/** An application as operators see it. */
export interface RegisteredApplication extends Application {
  /** Username of who registered it; empty when the account was deleted, null for operators. */
  readonly owner: string | null
  /** Number of people who allowed it. */
  readonly people: number
}

export type NewClient = Omit<Client, 'registeredBy' | 'blockedAtMs' | 'ownerKey'>

export type ApplicationDetails = Pick<Application, 'name' | 'siteUrl' | 'redirectUris'>

/** Key of a person, or `operators`, who may change all applications. */
export type Owner = number | 'operators'
