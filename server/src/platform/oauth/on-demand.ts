import type { AuthorizationServer, AuthorizationServerDeps } from '../../slices/oauth/index.ts'

/**
 * Our OAuth provider, loaded at the first request to it: its library is a fifth of the code that a start would load.
 */
export function createServerOnDemand(deps: AuthorizationServerDeps): AuthorizationServer {
  let loading: Promise<AuthorizationServer> | undefined
  const load = async () => {
    const { createAuthorizationServer } = await import('./authorization-server.ts')
    return createAuthorizationServer(deps)
  }
  const server = () => {
    loading ??= load()
    return loading
  }
  return {
    authorize: async (...request) => (await server()).authorize(...request),
    resume: async (...request) => (await server()).resume(...request),
    pending: async id => (await server()).pending(id),
    decide: async (...decision) => (await server()).decide(...decision),
    token: async (...request) => (await server()).token(...request),
    revoke: async (...request) => (await server()).revoke(...request),
    liveToken: async token => (await server()).liveToken(token),
  }
}
