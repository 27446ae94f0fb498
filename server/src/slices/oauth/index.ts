export { checkDetails } from './application-rules.ts'
export { ApplicationStore } from './applications.sql.ts'
export type { Client } from './applications.ts'
export type { ArtifactKind, ArtifactParent } from './artifacts.ts'
export type {
  AuthorizationServer,
  AuthorizationServerDeps,
  LoadServer,
  OAuthParameters,
  PendingRequest,
  ProtocolReply,
  SignInRequest,
} from './authorization-server.ts'
export { openOAuth } from './open.ts'
export { newClient, newSecret } from './secrets.ts'
export { OAuthStore } from './store.sql.ts'
