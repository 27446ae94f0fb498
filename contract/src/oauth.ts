import { type Static, Type } from 'typebox'
import { namedShape, nullable } from './shape.ts'

/** Spec, "Authentication", rule 2. */
export const SCOPES = ['identify', 'email'] as const
export type Scope = (typeof SCOPES)[number]

/** Prefixes of the two kinds of secrets, so that neither is accepted as the other (spec, "Authentication", rule 1). */
export const ACCESS_TOKEN_PREFIX = 'avo_'
export const PERSONAL_KEY_PREFIX = 'avk_'

const optional = (description: string) => Type.Optional(Type.String({ description }))

/** RFC 6749 §4.1.1, RFC 7636 §4.3. */
export const AuthorizeQuerySchema = Type.Object({
  client_id: Type.String(),
  redirect_uri: Type.String({
    description: 'Exactly as registered, except for the port of a loopback address',
  }),
  response_type: Type.Enum(['code']),
  scope: optional('Separated by spaces: `identify`, and `email` only if you need it'),
  state: optional('Returned unchanged; verify it before you accept the callback'),
  code_challenge: optional('For PKCE, which public clients must use'),
  code_challenge_method: Type.Optional(Type.Enum(['S256'])),
  prompt: optional(
    'Separated by spaces: `login` makes the user authenticate again, `select_account` choose an account, `consent` ' +
      'decide again about what they allowed before. `none`, by itself, never asks the user',
  ),
})

export const DECISIONS = ['allow', 'cancel'] as const
export type Decision = (typeof DECISIONS)[number]

export const DecisionBodySchema = Type.Object({ decision: Type.Enum(DECISIONS) })

/** RFC 6749 §4.1.3, RFC 7636 §4.5. */
export const TokenBodySchema = Type.Object({
  grant_type: Type.Enum(['authorization_code']),
  code: Type.String({ description: 'Valid for 60 seconds and one use' }),
  redirect_uri: Type.String({ description: 'The same as in the authorization request' }),
  client_id: optional('May be sent by HTTP Basic instead'),
  client_secret: optional(
    'Only for confidential clients; may be sent by HTTP Basic instead. Never put it in code that runs in a browser',
  ),
  code_verifier: optional('For requests with PKCE'),
})

/** RFC 6749 §5.1. */
export const TokenSchema = namedShape('Token', {
  access_token: Type.String({ pattern: `^${ACCESS_TOKEN_PREFIX}` }),
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer({ minimum: 1, description: 'Seconds' }),
  scope: Type.String(),
})

export const UserInfoSchema = namedShape('UserInfo', {
  sub: Type.String({ description: 'Stable id of the user' }),
  username: Type.String(),
  name: Type.String(),
  picture: nullable(Type.String()),
  profile: nullable(Type.String()),
  email: Type.Optional(nullable(Type.String(), { description: 'Only with the scope `email`' })),
})
export type UserInfo = Static<typeof UserInfoSchema>

/** RFC 7009 §2.1. */
export const RevokeBodySchema = Type.Object({
  token: Type.String(),
  token_type_hint: Type.Optional(Type.String()),
  client_id: optional('May be sent by HTTP Basic instead'),
  client_secret: optional('Only for confidential clients; may be sent by HTTP Basic instead'),
})

/** The body is empty; the status tells the outcome (RFC 7009 §2.2). */
export const RevokedSchema = namedShape('Revoked', {})

/** RFC 8414 §2, RFC 9207 §3. */
export const AuthorizationServerSchema = Type.Object(
  {
    issuer: Type.String({ format: 'uri' }),
    authorization_endpoint: Type.String({ format: 'uri' }),
    token_endpoint: Type.String({ format: 'uri' }),
    userinfo_endpoint: Type.String({ format: 'uri' }),
    revocation_endpoint: Type.String({ format: 'uri' }),
    scopes_supported: Type.Array(Type.String()),
    response_types_supported: Type.Array(Type.String()),
    grant_types_supported: Type.Array(Type.String()),
    token_endpoint_auth_methods_supported: Type.Array(Type.String()),
    code_challenge_methods_supported: Type.Array(Type.String()),
    response_modes_supported: Type.Array(Type.String()),
    revocation_endpoint_auth_methods_supported: Type.Array(Type.String()),
    service_documentation: Type.String({ format: 'uri' }),
    authorization_response_iss_parameter_supported: Type.Boolean(),
  },
  { $id: 'AuthorizationServer' },
)
