export { applicationHandlers } from './application-handlers.ts'
export { checkDetails } from './application-rules.ts'
export type { ApplicationStore } from './applications.sql.ts'
export type { Client } from './applications.ts'
export type {
  AuthorizationServer,
  Parameters,
  PendingRequest,
  ProtocolReply,
  UnownedRequest,
} from './authorization-server.ts'
export { CONSENT_PATH, consentHandler, consentPathOf, signInPathOf } from './consent-handler.ts'
export { grantHandlers } from './grant-handlers.ts'
export type { GrantStore } from './grants.sql.ts'
export { newClient, newSecret } from './new-client.ts'
export { CONSENT_HEADERS } from './page-answer.ts'
export type { Confirmation, People } from './people.ts'
export { protocolHandlers } from './protocol-handlers.ts'
export type { RecordKind, RecordOrigin, RecordStore } from './records.ts'
export { isClaimed } from './redirect-uri.ts'
export { REFUSED_PATH, refusedPageHandler } from './refused-page.ts'
export { isSecretOf } from './secrets.ts'
export { createOAuthStore } from './store.sql.ts'
