import type { Decision, Scope } from '@avatary/contract/oauth'
import type { SignInPrompt } from '@avatary/contract/sessions'
import type { Clock } from '../../kernel/clock.ts'
import type { Person } from '../../kernel/person.ts'
import type { ApplicationStore } from './applications.sql.ts'
import type { GrantStore } from './grants.sql.ts'
import type { People } from './people.ts'
import type { RecordStore } from './records.ts'

/** What the protocol answers: a redirect when `location` is there, else a body (RFC 6749 §4.1, §5; RFC 7009 §2.2). */
export interface ProtocolReply {
  readonly status: number
  readonly location: string | null
  /** An object, or nothing. */
  readonly body: unknown
}

/** A request that waits for its user's decision. */
export interface PendingRequest {
  readonly waitsFor: 'decision'
  readonly personKey: number
  /** The session in which it was made. */
  readonly sessionId: string
  readonly clientId: string
  readonly redirectUri: string
  /** What is asked for. */
  readonly scopes: readonly Scope[]
}

/** A request that somebody has to sign in for; whoever does goes on with it. */
export interface UnownedRequest {
  readonly waitsFor: 'sign-in'
  /** What is asked of them although they may be signed in; null = nothing. */
  readonly prompt: SignInPrompt | null
}

/** A token that is neither expired nor revoked. */
export interface LiveToken {
  readonly personKey: number
  readonly scopes: readonly string[]
}

/** Parameters in their order, names as often as they were given. */
export type Parameters = readonly (readonly [name: string, value: string])[]

/** What carrying the protocol takes. */
export interface AuthorizationServerDeps {
  /** Address of the interface, which is also the issuer: `https://avatars.example/api`. */
  readonly baseUrl: string
  readonly applications: ApplicationStore
  readonly grants: GrantStore
  readonly records: RecordStore
  readonly people: People
  readonly clock: Clock
  /** Whether only the application itself can be at a redirect URI. */
  readonly isClaimed: (redirectUri: string) => boolean
  readonly isSecretOf: (hash: string, given: string) => boolean
  /** Where a user decides on a request, and where one signs in before it goes on. */
  readonly consentPath: (id: string) => string
  readonly signInPath: (id: string, prompt: SignInPrompt | null) => string
}

/** Who carries the protocol: RFC 6749, 7636, 7009, 9207, 8252. Only bugs and a failing database throw. */
export interface AuthorizationServer {
  authorize(parameters: Parameters, person: Person | null): Promise<ProtocolReply>
  /** Goes on with a request after its user signed in or decided. */
  resume(id: string, person: Person | null): Promise<ProtocolReply>
  /** Null when there is none, or it has expired. */
  pending(id: string): Promise<PendingRequest | UnownedRequest | null>
  /** Notes what the user decided; `resume` then acts on it. */
  decide(id: string, decision: Decision): Promise<void>
  token(parameters: Parameters, authorization: string | undefined): Promise<ProtocolReply>
  revoke(parameters: Parameters, authorization: string | undefined): Promise<ProtocolReply>
  liveToken(token: string): Promise<LiveToken | null>
}
