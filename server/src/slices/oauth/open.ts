import { API_PREFIX } from '../../kernel/addresses.ts'
import type { Database } from '../../kernel/database.ts'
import type { Job } from '../../kernel/job.ts'
import { HOUR_MS, MINUTE_MS } from '../../kernel/time.ts'
import { applicationHandlers, registeredApplicationHandlers } from './application-handlers.ts'
import type { AuthorizationServerDeps, HandlerDeps, LoadServer } from './authorization-server.ts'
import { CONSENT_PATH, consentHandler, consentPathOf, signInPathOf } from './consent-handler.ts'
import { grantHandlers } from './grant-handlers.ts'
import { PAGE_HEADERS } from './page-answer.ts'
import { protocolHandlers } from './protocol-handlers.ts'
import { isClaimed } from './redirect-uri.ts'
import { REFUSED_PATH, refusedPageHandler } from './refused-page.ts'
import { RegisteredApplicationStore } from './registered-applications.sql.ts'
import { isSecretOf } from './secrets.ts'
import { OAuthStore } from './store.sql.ts'

/** The well-known path is inserted before the path of the issuer (RFC 8414 §3.1). */
const METADATA_PATH = `/.well-known/oauth-authorization-server${API_PREFIX}`

const DELETION_PAUSE_MS = MINUTE_MS
/** `limit` artifacts are deleted per transaction, so that others can write in between. */
const DELETION_BOUNDS = { limit: 1_000, maxUnownedRequests: 50_000 }

/** For how long an operator can undo the unblocking of an application whose owner deleted the account. */
const UNDO_MS = HOUR_MS

export interface OpenOAuthDeps
  extends Pick<HandlerDeps, 'identify' | 'findPerson' | 'emailOf' | 'profiles' | 'clock' | 'randomToken'> {
  db: Database
  config: { readonly http: { readonly publicUrl: string } }
  serverOnDemand: (deps: AuthorizationServerDeps) => LoadServer
}

/** Composes the OAuth 2.0 provider: protocol, pages, applications and grants. */
export function openOAuth(deps: OpenOAuthDeps) {
  const { db, clock } = deps
  const baseUrl = deps.config.http.publicUrl + API_PREFIX
  const { applications, grants, artifacts, personalData } = new OAuthStore({ db })
  const base = { ...deps, baseUrl, applications, grants, artifacts }
  const paths = { consentPath: consentPathOf, signInPath: signInPathOf }
  const loadServer = deps.serverOnDemand({ ...base, ...paths, isClaimed, isSecretOf })
  const handlerDeps: HandlerDeps = { ...base, loadServer }
  const protocol = protocolHandlers(handlerDeps)
  const registeredApplications = new RegisteredApplicationStore({ db })
  const deleteExpired = async () => {
    await registeredApplications.deleteUnblocked(clock.now() - UNDO_MS)
    await artifacts.deleteExpired(clock.now(), DELETION_BOUNDS)
  }
  const jobs: readonly Job[] = [
    { name: 'forget-expired-tokens', everyMs: DELETION_PAUSE_MS, on: 'worker', run: deleteExpired },
  ]
  return {
    handlers: {
      ...protocol,
      ...applicationHandlers(handlerDeps),
      ...grantHandlers(grants),
    },
    handlersBeforeReady: registeredApplicationHandlers(registeredApplications, clock),
    pages: {
      [CONSENT_PATH]: consentHandler(handlerDeps),
      [REFUSED_PATH]: refusedPageHandler,
      [METADATA_PATH]: protocol.authorizationServer,
    },
    pageOptions: {
      [CONSENT_PATH]: { cacheControl: 'no-store', headers: PAGE_HEADERS },
      [REFUSED_PATH]: { cacheControl: 'no-store', headers: PAGE_HEADERS },
      [METADATA_PATH]: { isPublic: true },
    },
    jobs,
    personalData,
  }
}
