import type { TSchema } from 'typebox'
import type { ErrorCode } from './errors.ts'
import type { LimitGroup } from './limits.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Spec, "Endpoints": `P`, `S`, `O`, and the two that prove themselves otherwise. */
export type Auth = 'public' | 'session' | 'same-origin' | 'signature' | 'application'

/**
 * One endpoint of the contract as data: validation, the OpenAPI document, the client, the reference page and the
 * contract tests all come from it.
 */
export interface RouteContract {
  /** Operation id, `camelCase`, unique. */
  readonly id: string
  readonly method: Method
  /** Path under `{base_url}`, parameters in braces: `/avatars/{id}/track`. */
  readonly path: string
  readonly summary: string
  readonly description?: string
  readonly tag: 'catalog' | 'insights' | 'account' | 'creator' | 'discord' | 'world' | 'oauth' | 'service'
  readonly auth: Auth
  readonly limit: LimitGroup
  readonly params?: TSchema
  /** An object schema; see `parseQuery` for how its properties are read from a query string. */
  readonly query?: TSchema
  readonly body?: TSchema
  /** Body of the success answer, and its status when it is not 200. */
  readonly response: TSchema
  readonly status?: number
  /** Media type of the success answer when it is not JSON. */
  readonly media?: string
  /** Codes of the error table that this route can answer, beyond those every route can. */
  readonly errors: readonly ErrorCode[]
  /** False when the spec does not have it: an extension of ours. */
  readonly inSpec: boolean
}
