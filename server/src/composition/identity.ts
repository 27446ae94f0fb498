import type { Config } from '../config/config.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import type { Job } from '../kernel/job.ts'
import type { Log } from '../kernel/log.ts'
import type { Person } from '../kernel/person.ts'
import type { Secret } from '../kernel/secret.ts'
import type { Upstream, Upstreams } from '../kernel/upstream.ts'
import { adminGuard } from '../platform/http/guards.ts'
import { API_PREFIX } from '../platform/http/server.ts'
import { randomToken } from '../platform/random.ts'
import { createOAuthClient } from '../platform/sign-in/oauth-client.ts'
import { type AccountStores, KeyOwners } from '../slices/account/index.ts'
import {
  Community,
  createIdentify,
  headersOfSignOut,
  heldByIdentity,
  IdentityStore,
  PROBLEM_PAGE,
  Profiles,
  SignIns,
  sessionHandlers,
  signInHandlers,
  signInPage,
} from '../slices/identity/index.ts'
import { deviceOf } from '../slices/tracking/index.ts'
import { COMMUNITY_TOKENS, type SealerFor } from './sealers.ts'

/** Somebody waits in front of a browser. */
const PATIENCE = {
  limits: { headMs: 5000, wholeMs: 8000, largestBody: 256 * 1024 },
  retry: { tries: 2, firstPauseMs: 250, longestPauseMs: 1000, totalMs: 10_000 },
}
const HOUR_MS = 3_600_000
const LONGEST_USER_AGENT = 512

export interface IdentityDeps {
  db: Database
  config: Pick<Config, 'community' | 'http' | 'adminUserIds'>
  clock: Clock
  log: Log
  upstreams: Upstreams
  sealerFor: SealerFor
  /** Of the data folder; who sends it is an operator. */
  adminToken: Secret<string>
  keys: AccountStores['keys']
}

/** Identity put together: signing in and out, who a request comes from, and what the community site says of people. */
export function composeIdentity(deps: IdentityDeps) {
  const { db, config, clock, log, upstreams, sealerFor, adminToken, keys } = deps
  const { publicUrl } = config.http
  const isSecure = publicUrl.startsWith('https:')
  const store = new IdentityStore({ db })
  const tokens = sealerFor(COMMUNITY_TOKENS)
  const site = openCommunity(config, upstreams)
  const community = site === null ? null : new Community({ upstream: site.upstream })

  const signIns =
    site === null || community === null
      ? null
      : new SignIns({
          store,
          community,
          tokens,
          randomToken,
          clock,
          deviceOf: familyOf,
          transactions: sealerFor('sign-ins'),
          oauth: createOAuthClient({
            upstream: site.upstream,
            issuer: site.url,
            clock,
            log,
            clientId: site.clientId,
            clientSecret: site.clientSecret.reveal(),
            redirectUri: `${publicUrl}${API_PREFIX}/login/callback`,
          }),
        })

  const signedOutHeaders = headersOfSignOut(isSecure)
  const isAdmin = ({ id }: Pick<Person, 'id'>) => config.adminUserIds.includes(id)
  const findPerson = async (userKey: number): Promise<Person | null> => {
    const person = await store.person(userKey)
    return person === null ? null : { ...person, by: { kind: 'service', id: '' } }
  }
  const keyOwners = new KeyOwners({ keys, findPerson, clock })
  const identify = createIdentify({ store, keys: keyOwners, isSecure, clock })
  const jobs: readonly Job[] = [
    {
      name: 'forget-ended-sessions',
      everyMs: HOUR_MS,
      on: 'worker',
      run: () => store.prune(clock.now()),
    },
  ]
  return {
    handlers: {
      ...signInHandlers({ signIns, publicUrl }),
      ...sessionHandlers({ store, signedOutHeaders, clock }),
    },
    pages: { [PROBLEM_PAGE]: signInPage },
    jobs,
    identify,
    /** Lets in who sends the admin token, and administrators who are signed in. */
    adminGuard: adminGuard({ token: adminToken.reveal(), identify, isAdmin, ownOrigin: publicUrl }),
    /** What the community site says of people, at most ten minutes old. */
    profiles: new Profiles({ store, community, tokens, clock }),
    /** By the row in `users`, for work in which nobody asks. */
    findPerson,
    deleteAccount: store.deleteAccount.bind(store),
    emailOf: (userKey: number) => store.email(userKey),
    isAdmin,
    signedOutHeaders,
    held: heldByIdentity({ store, clock }),
  }
}

/** Of a browser, and of one that names itself at length only what begins. */
function familyOf(userAgent = ''): string {
  return deviceOf(userAgent.slice(0, LONGEST_USER_AGENT)) ?? 'other'
}

/** Null when no community site is configured. */
function openCommunity({ community, http }: Pick<Config, 'community' | 'http'>, upstreams: Upstreams) {
  if (community === null) return null
  const options = {
    name: 'community site',
    baseUrl: community.url,
    contact: `(${http.publicUrl})`,
    ...PATIENCE,
  }
  const upstream: Upstream = upstreams.open(options)
  return { ...community, upstream }
}
