import { SCOPES } from '../oauth.ts'
import type { Auth, RouteContract } from '../route.ts'

/** Spec, "Authentication". */
export function securitySchemes(baseUrl: string): object {
  return {
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: 'avatary_session',
      description: 'Set by signing in at `/login`',
    },
    personalKey: {
      type: 'http',
      scheme: 'bearer',
      description: 'A personal API key (`avk_…`) made on the dashboard',
    },
    signature: {
      type: 'apiKey',
      in: 'header',
      name: 'X-Signature-Ed25519',
      description: 'Hex of the Ed25519 signature over `X-Signature-Timestamp` and the body',
    },
    adminToken: {
      type: 'http',
      scheme: 'bearer',
      description: 'The admin token (`ava_…`) of the server, from its data folder',
    },
    application: {
      type: 'http',
      scheme: 'basic',
      description: 'Id and secret of a confidential client; the secret may be in the body instead',
    },
    accessToken: {
      type: 'oauth2',
      description: 'An access token (`avo_…`) as a bearer token',
      flows: {
        authorizationCode: {
          authorizationUrl: `${baseUrl}/oauth2/authorize`,
          tokenUrl: `${baseUrl}/oauth2/token`,
          scopes: { identify: 'Identity and permitted public profile data', email: 'Email address' },
        },
      },
    },
  }
}

/** Alternative security schemes; an empty one means that no authentication is needed. */
const SECURITY: Readonly<Record<Auth, readonly object[]>> = {
  public: [],
  session: [{ session: [] }],
  'same-origin-session': [{ session: [] }],
  'optional-session': [{ session: [] }, {}],
  signature: [{ signature: [] }],
  admin: [{ adminToken: [] }],
  application: [{ application: [] }, {}],
  bearer: [{ accessToken: [SCOPES[0]] }],
}

export function securityOf({ auth, acceptsKey }: RouteContract): readonly object[] {
  return acceptsKey ? [...SECURITY[auth], { personalKey: [] }] : SECURITY[auth]
}
