import type { Config } from '../config/config.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import type { Job } from '../kernel/job.ts'
import type { Identify, Person } from '../kernel/person.ts'
import { PUBLIC_HEADERS } from '../platform/http/headers.ts'
import { createAuthorizationServer } from '../platform/oauth/authorization-server.ts'
import { randomToken } from '../platform/random.ts'
import type { FreshProfile, Profiles } from '../slices/identity/index.ts'
import {
  applicationHandlers,
  CONSENT_HEADERS,
  CONSENT_PATH,
  type Confirmation,
  consentHandler,
  consentPathOf,
  createOAuthStore,
  grantHandlers,
  isClaimed,
  isSecretOf,
  type People,
  protocolHandlers,
  REFUSED_PATH,
  refusedPageHandler,
  signInPathOf,
} from '../slices/oauth/index.ts'

/** RFC 8414 §3.1: at the origin, before the path of the issuer. */
const METADATA_PATH = '/.well-known/oauth-authorization-server/api'

const PRUNE_PAUSE_MS = 60_000
/** `limit` is what one transaction deletes; between two parts others can write. */
const PRUNING = { limit: 1_000, mostUnowned: 50_000 }

/** What the community site's word about somebody means to applications. */
const CONFIRMATIONS = {
  fresh: 'confirmed',
  gone: 'unconfirmed',
  unconfirmed: 'unconfirmed',
  unavailable: 'unavailable',
} as const satisfies Record<FreshProfile['kind'], Confirmation>

export interface OAuthDeps {
  db: Database
  config: Config
  clock: Clock
  identify: Identify
  /** By the row in `users`. */
  findPerson: (userKey: number) => Promise<Person | null>
  emailOf: (userKey: number) => Promise<string | null>
  /** What the community site says of people. */
  profiles: Pick<Profiles, 'fresh'>
}

/** The OAuth 2.0 provider put together: the protocol, its pages, and what people do with their applications. */
export function composeOAuth(deps: OAuthDeps) {
  const { db, config, clock, identify, findPerson, emailOf, profiles } = deps
  const baseUrl = `${config.http.publicUrl}/api`
  const { applications, grants, records, held } = createOAuthStore({ db })
  const people: People = {
    byKey: async key => {
      const person = await findPerson(key)
      return person === null ? null : { ...person, email: await emailOf(key) }
    },
    confirm: async key => CONFIRMATIONS[(await profiles.fresh(key)).kind],
  }
  const server = createAuthorizationServer({
    baseUrl,
    applications,
    grants,
    records,
    people,
    clock,
    isClaimed,
    isSecretOf,
    consentPath: consentPathOf,
    signInPath: signInPathOf,
  })
  const protocol = protocolHandlers({ server, applications, grants, people, identify, clock, baseUrl })
  const handlers = {
    ...protocol,
    ...applicationHandlers({ applications, clock, randomToken }),
    ...grantHandlers(grants),
  }

  const jobs: readonly Job[] = [
    {
      name: 'forget-expired-tokens',
      everyMs: PRUNE_PAUSE_MS,
      on: 'worker',
      run: async signal => {
        while ((await records.prune(clock.now(), PRUNING)) === PRUNING.limit) signal.throwIfAborted()
      },
    },
  ]

  return {
    handlers,
    pages: {
      [CONSENT_PATH]: consentHandler({ server, applications, identify }),
      [REFUSED_PATH]: refusedPageHandler,
      [METADATA_PATH]: protocol.authorizationServer,
    },
    pageOptions: {
      [CONSENT_PATH]: { cacheControl: 'no-store', headers: CONSENT_HEADERS },
      [REFUSED_PATH]: { cacheControl: 'no-store', headers: CONSENT_HEADERS },
      [METADATA_PATH]: { headers: PUBLIC_HEADERS },
    },
    jobs,
    held,
  }
}
