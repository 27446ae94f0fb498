import type { Scope } from '@avatary/contract/oauth'
import type { Application } from './applications.ts'

/** What a person allowed an application. */
export interface Grant {
  readonly id: number
  readonly application: Pick<Application, 'clientId' | 'name' | 'siteUrl'>
  readonly scopes: readonly Scope[]
  readonly grantedAtMs: number
  readonly usedAtMs: number
}

export interface GrantStore {
  /** Adds scopes to what a person allowed an application. False = the application or the account is gone. */
  allow(
    grant: { personKey: number; clientId: string; scopes: readonly Scope[] },
    nowMs: number,
  ): Promise<boolean>
  /** What is allowed; empty when nothing is. */
  scopesOf(personKey: number, clientId: string): Promise<Scope[]>
  /** Of a person, the latest used first. */
  list(personKey: number): Promise<Grant[]>
  /** With its codes and tokens, which no longer work once this resolves. False = the person has no such grant. */
  revoke(id: number, personKey: number): Promise<boolean>
}
