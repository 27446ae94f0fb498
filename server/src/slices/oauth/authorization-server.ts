import type { Decision, Scope } from '@avatary/contract/oauth'
import type { SignInPrompt } from '@avatary/contract/sessions'
import type { Clock } from '../../kernel/clock.ts'
import type { Identify, Person } from '../../kernel/person.ts'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import type { Profiles } from '../identity/index.ts'
import type { ApplicationStore } from './applications.sql.ts'
import type { ArtifactStore } from './artifacts.sql.ts'
import type { GrantStore } from './grants.sql.ts'

/** A redirect if `location` is set, otherwise a body (RFC 6749 §4.1, §5; RFC 7009 §2.2). */
export interface ProtocolReply {
  readonly status: number
  readonly location: string | null
  /** An object, or null for an empty body. */
  readonly body: unknown
}

export interface PendingRequest {
  readonly waitsFor: 'decision'
  readonly personKey: number
  readonly sessionId: string
  readonly clientId: string
  readonly redirectUri: string
  readonly scopes: readonly Scope[]
  /** The parameters of the request, with which somebody else can start it again. */
  readonly parameters: OAuthParameters
}

/** A request that needs a sign-in first; it then belongs to the person who signed in. */
export interface SignInRequest {
  readonly waitsFor: 'sign-in'
  /** The `prompt` that applies even if somebody is signed in. */
  readonly prompt: SignInPrompt | null
}

/** A token that is neither expired nor revoked. */
interface LiveToken {
  readonly personKey: number
  readonly scopes: readonly string[]
}

/** Names and values in order; a name may occur several times. */
export type OAuthParameters = readonly [name: string, value: string][]

interface OAuthDeps {
  /** Base URL of the interface, which is also the issuer: `https://avatars.example/api`. */
  readonly baseUrl: string
  readonly applications: ApplicationStore
  readonly grants: GrantStore
  readonly artifacts: ArtifactStore
  /** Finds a person by row key in `users`; null when the account was deleted. */
  readonly findPerson: (personKey: number) => Promise<Person | null>
  readonly profiles: Pick<Profiles, 'freshProfile'>
  readonly clock: Clock
}

export interface AuthorizationServerDeps extends OAuthDeps {
  /** True when no other program can receive what is sent to this redirect URI. */
  readonly isClaimed: (redirectUri: string) => boolean
  readonly isSecretOf: (hash: string, secret: string) => boolean
  /** Paths of the pages for deciding and for signing in. */
  readonly consentPath: (id: string) => string
  readonly signInPath: (id: string, prompt: SignInPrompt | null) => string
}

export interface HandlerDeps extends OAuthDeps, Pick<SystemDeps, 'randomToken'> {
  readonly loadServer: LoadServer
  readonly identify: Identify
  readonly emailOf: (personKey: number) => Promise<string | null>
}

/** Loads the server at the first call. */
export type LoadServer = () => Promise<AuthorizationServer>

/** Implements RFC 6749, 7636, 7009, 9207 and 8252. Throws only for bugs and a failing database. */
export interface AuthorizationServer {
  authorize(parameters: OAuthParameters, person: Person | null): Promise<ProtocolReply>
  /** Continues a request after its user has signed in or decided. */
  resume(id: string, person: Person | null): Promise<ProtocolReply>
  /** Finds a request that waits for its user; null when there is none, or it has expired. */
  findRequest(id: string): Promise<PendingRequest | SignInRequest | null>
  /** Stores the user's decision, on which `resume` then acts. */
  decide(id: string, decision: Decision): Promise<void>
  token(parameters: OAuthParameters, authorization: string | undefined): Promise<ProtocolReply>
  revoke(parameters: OAuthParameters, authorization: string | undefined): Promise<ProtocolReply>
  findLiveToken(token: string): Promise<LiveToken | null>
}
