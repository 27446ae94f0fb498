import { API_PREFIX } from '../../kernel/addresses.ts'
import type { Database } from '../../kernel/database.ts'
import type { Job } from '../../kernel/job.ts'
import type { Person } from '../../kernel/person.ts'
import type { SealerFor } from '../../kernel/sealer.ts'
import type { Secret } from '../../kernel/secret.ts'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import type { Upstream } from '../../kernel/upstream.ts'
import { Community } from './community.ts'
import { createIdentify } from './identify.ts'
import { keyHandlers } from './keys/handlers.ts'
import { KeyOwners } from './keys/key-owners.ts'
import { KeyStore } from './keys/store.sql.ts'
import { identityPersonalData } from './personal-data.sql.ts'
import type { OAuthClient } from './ports.ts'
import { PROBLEM_PAGE } from './problems.ts'
import { Profiles } from './profiles.ts'
import { COMMUNITY_TOKENS } from './sealed-tokens.sql.ts'
import { sessionHandlers } from './session-handlers.ts'
import { headersOfSignOut, signInHandlers, signInPage } from './sign-in-handlers.ts'
import { SignIns } from './sign-ins.ts'
import { IdentityStore } from './store.sql.ts'

/** Somebody waits in front of a browser. */
const PATIENCE = {
  limits: { headMs: 5000, wholeMs: 8000, largestBody: 256 * 1024 },
  retry: { tries: 2, firstPauseMs: 250, longestPauseMs: 1000, totalMs: 10_000 },
}
const HOUR_MS = 3_600_000
const LONGEST_USER_AGENT = 512

interface Site {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: Secret<string>
}

/** The community site as a client of it sees it. */
export interface OAuthSite {
  /** It is asked at `/oauth2/token`. */
  readonly upstream: Upstream
  /** Its address, which it answers as `iss` if it does (RFC 9207). */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Ours, as it is registered there. */
  readonly redirectUri: string
}

interface OpenIdentityDeps extends Pick<SystemDeps, 'clock' | 'upstreams' | 'randomToken'> {
  db: Database
  config: {
    /** Null = nobody can sign in. */
    readonly community: Site | null
    readonly http: { readonly publicUrl: string }
    readonly adminUserIds: readonly string[]
  }
  sealerFor: SealerFor
  openOAuthClient: (site: OAuthSite) => OAuthClient
  /** The family of devices that a user agent belongs to; null for one that is not known. */
  deviceOf: (userAgent: string) => string | null
}

/** Signing in and out, who a request comes from, and what the community site says of people. */
export function openIdentity(deps: OpenIdentityDeps) {
  const { db, config, clock, sealerFor } = deps
  const { publicUrl } = config.http
  const isSecure = publicUrl.startsWith('https:')
  const store = new IdentityStore({ db })
  const keys = new KeyStore({ db })
  const tokens = sealerFor(COMMUNITY_TOKENS)
  const site = config.community && openSite(deps, config.community)
  const community = site && new Community({ upstream: site.upstream })
  const signIns =
    site &&
    community &&
    new SignIns({
      ...deps,
      store,
      community,
      tokens,
      deviceOf: (userAgent = '') => deps.deviceOf(userAgent.slice(0, LONGEST_USER_AGENT)) ?? 'other',
      transactions: sealerFor('sign-ins'),
      oauth: deps.openOAuthClient(site),
    })
  const findPerson = async (userKey: number): Promise<Person | null> => {
    const person = await store.person(userKey)
    return person && { ...person, by: { kind: 'service', id: '' } }
  }
  const signedOutHeaders = headersOfSignOut(isSecure)
  const jobs: readonly Job[] = [
    { name: 'forget-ended-sessions', everyMs: HOUR_MS, on: 'worker', run: () => store.prune(clock.now()) },
  ]
  return {
    handlers: {
      ...signInHandlers({ signIns, publicUrl }),
      ...sessionHandlers({ store, signedOutHeaders, clock }),
      ...keyHandlers({ ...deps, keys }),
    },
    pages: { [PROBLEM_PAGE]: signInPage },
    jobs,
    identify: createIdentify({ store, keys: new KeyOwners({ keys, findPerson, clock }), isSecure, clock }),
    /** What the community site says of people, at most ten minutes old. */
    profiles: new Profiles({ store, community, tokens, clock }),
    /** By the row in `users`, for work in which nobody asks. */
    findPerson,
    emailOf: (userKey: number) => store.email(userKey),
    isAdmin: ({ id }: Pick<Person, 'id'>) => config.adminUserIds.includes(id),
    signedOutHeaders,
    deleteAccount: store.deleteAccount.bind(store),
    personalData: identityPersonalData({ store, keys, clock }),
  }
}

function openSite({ config, upstreams }: OpenIdentityDeps, { url, clientId, clientSecret }: Site): OAuthSite {
  const { publicUrl } = config.http
  const contact = `(${publicUrl})`
  return {
    upstream: upstreams.open({ name: 'community site', baseUrl: url, contact, ...PATIENCE }),
    issuer: url,
    clientId,
    clientSecret: clientSecret.reveal(),
    redirectUri: `${publicUrl}${API_PREFIX}/login/callback`,
  }
}
