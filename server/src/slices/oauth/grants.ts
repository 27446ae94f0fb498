import type { Scope } from '@avatary/contract/oauth'
import type { Application } from './applications.ts'

export interface Grant {
  readonly id: number
  readonly application: Pick<Application, 'clientId' | 'name' | 'siteUrl'>
  readonly scopes: readonly Scope[]
  readonly grantedAtMs: number
  readonly usedAtMs: number
}
