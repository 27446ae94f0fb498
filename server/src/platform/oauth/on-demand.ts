import type { AuthorizationServer, AuthorizationServerDeps, LoadServer } from '../../slices/oauth/index.ts'

/** Loads our OAuth provider at the first request to it: its library is a fifth of the code that a start would load. */
export function serverOnDemand(deps: AuthorizationServerDeps): LoadServer {
  let server: Promise<AuthorizationServer> | undefined
  return () => {
    server ??= import('./authorization-server.ts').then(module => module.createAuthorizationServer(deps))
    return server
  }
}
