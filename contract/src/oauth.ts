import { type Static, Type } from 'typebox'
import { EXAMPLE_CLIENT, EXAMPLE_PERSON } from './example-values.ts'
import { namedShape, nullable, text } from './shape.ts'

/** Spec, "Authentication", rule 2. */
export const SCOPES = ['identify', 'email'] as const
export type Scope = (typeof SCOPES)[number]

/** Prefixes of the two kinds of secrets, so that neither is accepted as the other (spec, "Authentication", rule 1). */
export const ACCESS_TOKEN_PREFIX = 'avo_'
export const PERSONAL_KEY_PREFIX = 'avk_'

function optionalText(description: string, ...examples: string[]) {
  return Type.Optional(Type.String({ description, examples }))
}
const EXAMPLE_TOKEN = `${ACCESS_TOKEN_PREFIX}bGFudGVybnMgYXJlIGxpdA`

/** RFC 6749 §4.1.1, RFC 7636 §4.3. */
export const AuthorizeQuerySchema = Type.Object({
  client_id: Type.String(),
  redirect_uri: Type.String({
    description: 'Exactly as registered, except for the port of a loopback address',
  }),
  response_type: Type.Enum(['code']),
  scope: optionalText('Separated by spaces: `identify`, and `email` only if you need it'),
  state: optionalText('Returned unchanged; verify it before you accept the callback'),
  code_challenge: optionalText('For PKCE, which public clients must use'),
  code_challenge_method: Type.Optional(Type.Enum(['S256'])),
  prompt: optionalText(
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
  code: text('hx2Jd0mQbT7f', 'Valid for 60 seconds and one use'),
  redirect_uri: text(EXAMPLE_CLIENT.redirectUri, 'The same as in the authorization request'),
  client_id: optionalText('May be sent by HTTP Basic instead', EXAMPLE_CLIENT.id),
  client_secret: optionalText(
    'Only for confidential clients; may be sent by HTTP Basic instead. Never put it in code that runs in a browser',
    EXAMPLE_CLIENT.secret,
  ),
  code_verifier: optionalText('For requests with PKCE', 'dGhlIGZveCBrbm93cyB0aGUgd2F5IHRocm91Z2ggdGhl'),
})

/** RFC 6749 §5.1. */
export const TokenSchema = namedShape('Token', {
  access_token: Type.String({ pattern: `^${ACCESS_TOKEN_PREFIX}`, examples: [EXAMPLE_TOKEN] }),
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer({ minimum: 1, description: 'Seconds', examples: [3600] }),
  scope: text('identify'),
})

export const UserInfoSchema = namedShape('UserInfo', {
  sub: text(EXAMPLE_PERSON.id, 'Stable id of the user'),
  username: text(EXAMPLE_PERSON.username),
  name: text(EXAMPLE_PERSON.name),
  picture: nullable(text(EXAMPLE_PERSON.picture)),
  profile: nullable(text(EXAMPLE_PERSON.profile)),
  email: Type.Optional(
    nullable(text('marlow@community.example'), { description: 'Only with the scope `email`' }),
  ),
})
export type UserInfo = Static<typeof UserInfoSchema>

/** RFC 7009 §2.1. */
export const RevokeBodySchema = Type.Object({
  token: text(EXAMPLE_TOKEN),
  token_type_hint: Type.Optional(text('access_token')),
  client_id: TokenBodySchema.properties.client_id,
  client_secret: optionalText(
    'Only for confidential clients; may be sent by HTTP Basic instead',
    EXAMPLE_CLIENT.secret,
  ),
})

/** The body is empty; the status tells the outcome (RFC 7009 §2.2). */
export const RevokedSchema = namedShape('Revoked', {})

function uri(path: string) {
  return Type.String({ format: 'uri', examples: [`https://avatars.example/api${path}`] })
}

function textList(...example: string[]) {
  return Type.Array(Type.String(), { examples: [example] })
}

/** RFC 8414 §2, RFC 9207 §3. */
export const AuthorizationServerSchema = Type.Object(
  {
    issuer: uri(''),
    authorization_endpoint: uri('/oauth2/authorize'),
    token_endpoint: uri('/oauth2/token'),
    userinfo_endpoint: uri('/oauth2/userinfo'),
    revocation_endpoint: uri('/oauth2/revoke'),
    scopes_supported: textList('identify', 'email'),
    response_types_supported: textList('code'),
    grant_types_supported: textList('authorization_code'),
    token_endpoint_auth_methods_supported: textList('client_secret_basic', 'client_secret_post', 'none'),
    code_challenge_methods_supported: textList('S256'),
    response_modes_supported: textList('query'),
    revocation_endpoint_auth_methods_supported: textList('client_secret_basic', 'client_secret_post', 'none'),
    service_documentation: Type.String({ format: 'uri', examples: ['https://avatars.example/docs'] }),
    authorization_response_iss_parameter_supported: Type.Boolean(),
  },
  { $id: 'AuthorizationServer' },
)
