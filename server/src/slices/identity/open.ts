import type { Features, SessionDevice } from '@avatary/contract/sessions'
import { API_PREFIX } from '../../kernel/addresses.ts'
import type { Database } from '../../kernel/database.ts'
import type { Job } from '../../kernel/job.ts'
import type { IdentifyContext, Person } from '../../kernel/person.ts'
import type { Sealer, SealerFor } from '../../kernel/sealer.ts'
import type { Secret } from '../../kernel/secret.ts'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import { HOUR_MS } from '../../kernel/time.ts'
import type { Upstream } from '../../kernel/upstream.ts'
import { Community } from './community.ts'
import { createIdentify } from './identify.ts'
import { keyHandlers } from './keys/handlers.ts'
import { createOwnerOfKey } from './keys/owner-of-key.ts'
import type { OAuthClient } from './ports.ts'
import { PROBLEM_PAGE } from './problems.ts'
import { Profiles } from './profiles.ts'
import { COMMUNITY_TOKENS } from './sealed-tokens.sql.ts'
import { currentSessionOf, sessionHandlers } from './session-handlers.ts'
import { signInHandlers, signInPage, signOutHeaders } from './sign-in-handlers.ts'
import { SignIns } from './sign-ins.ts'
import { IdentityStore } from './store.sql.ts'

/** Short, because a person is waiting for the answer. */
const CALL_OPTIONS = {
  continuesTrace: true,
  limits: { headMs: 5000, responseMs: 8000, maxBodyBytes: 256 * 1024 },
  retry: { maxAttempts: 2, firstPauseMs: 250, longestPauseMs: 1000, totalMs: 10_000 },
}
const MAX_USER_AGENT_LENGTH = 512

/** The community site as its OAuth client needs it. */
export interface OAuthSite {
  readonly upstream: Upstream
  /** The site's URL, which must equal `iss` in answers (RFC 9207). */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Our redirect URI, as registered with the site. */
  readonly redirectUri: string
}

interface OpenIdentityDeps extends Pick<SystemDeps, 'clock' | 'upstreams' | 'randomToken'> {
  db: Database
  config: {
    /** Null when nobody can sign in. */
    readonly community: {
      readonly url: string
      readonly clientId: string
      readonly clientSecret: Secret<string>
    } | null
    readonly http: { readonly publicUrl: string }
    readonly adminUserIds: readonly string[]
  }
  /** Reported to pages of this site. */
  features: Features
  sealerFor: SealerFor
  openOAuthClient: (site: OAuthSite) => OAuthClient
  /** The device family of a user agent; null when unknown. */
  deviceOf: (userAgent: string) => SessionDevice | null
}

/** Opens sign-in, sessions, personal keys, and up-to-date answers of the community site about people. */
export function openIdentity(deps: OpenIdentityDeps) {
  const { db, config, clock, sealerFor, features } = deps
  const { publicUrl } = config.http
  const isSecure = publicUrl.startsWith('https:')
  const store = new IdentityStore({ db })
  const { keys, personalData } = store
  const tokenSealer = sealerFor(COMMUNITY_TOKENS)
  const { community, signIns } = openCommunity(deps, store, tokenSealer)
  const findPerson = async (personKey: number): Promise<Person | null> => {
    const person = await store.findPerson(personKey)
    return person && { ...person, by: { kind: 'service', id: '' } }
  }
  const signedOutHeaders = signOutHeaders(isSecure)
  const isAdmin = ({ id }: Pick<Person, 'id'>) => config.adminUserIds.includes(id)
  const ownerOfKey = createOwnerOfKey({ keys, findPerson, clock })
  const identify = createIdentify({ store, ownerOfKey, isSecure, clock })
  const deleteExpired = () => store.deleteExpired(clock.now())
  const jobs: readonly Job[] = [
    { name: 'forget-ended-sessions', everyMs: HOUR_MS, on: 'worker', run: deleteExpired },
  ]
  return {
    handlers: {
      ...signInHandlers({ signIns, publicUrl }),
      ...sessionHandlers({ store, signedOutHeaders, features, isAdmin, clock }),
      ...keyHandlers({ ...deps, keys }),
    },
    pages: { [PROBLEM_PAGE]: signInPage },
    jobs,
    identify,
    /** Answers `GET /session` for a request. */
    currentSession: async (context: IdentifyContext) =>
      currentSessionOf(await identify(context, { acceptsKey: false }), { features, isAdmin }),
    profiles: new Profiles({ store, community, tokenSealer, clock }),
    /** Finds a person by row key in `users`, for jobs. */
    findPerson,
    emailOf: (personKey: number) => store.emailOf(personKey),
    isAdmin,
    signedOutHeaders,
    deleteAccount: store.deleteAccount.bind(store),
    personalData,
  }
}

/** Opens sign-in with the community site; both results are null when none is configured. */
function openCommunity(deps: OpenIdentityDeps, store: IdentityStore, tokenSealer: Sealer) {
  if (deps.config.community === null) return { community: null, signIns: null }
  const { url, clientId, clientSecret } = deps.config.community
  const { publicUrl } = deps.config.http
  const contact = `(${publicUrl})`
  const upstream = deps.upstreams.open({ name: 'community site', baseUrl: url, contact, ...CALL_OPTIONS })
  const oauth = deps.openOAuthClient({
    upstream,
    issuer: url,
    clientId,
    clientSecret: clientSecret.reveal(),
    redirectUri: `${publicUrl}${API_PREFIX}/login/callback`,
  })
  const community = new Community({ upstream })
  const signIns = new SignIns({
    ...deps,
    store,
    community,
    tokenSealer,
    deviceOf: (userAgent = '') => deps.deviceOf(userAgent.slice(0, MAX_USER_AGENT_LENGTH)) ?? 'other',
    signInSealer: deps.sealerFor('sign-ins'),
    oauth,
  })
  return { community, signIns }
}
