import { type Static, Type } from 'typebox'
import { EXAMPLE_CLIENT, EXAMPLE_PERSON } from './example-values.ts'
import { count, dateTime } from './fields.ts'
import { MAX_BLOCK_REASON_LENGTH } from './moderation.ts'
import { SCOPES } from './oauth.ts'
import { namedShape, nullable, shape, text } from './shape.ts'

export const MAX_APPLICATIONS = 20
export const MAX_APPLICATION_NAME_LENGTH = 60
const MAX_REDIRECT_URIS = 10
const MAX_REDIRECT_URI_LENGTH = 500
const MAX_SITE_URL_LENGTH = 200

/** RFC 6749 §2.1: only a confidential client can keep a secret. */
export const APPLICATION_KINDS = ['public', 'confidential'] as const
export type ApplicationKind = (typeof APPLICATION_KINDS)[number]

export const EXAMPLE_GRANT = 'gT4wHs8YbN1c'

const clientId = text(EXAMPLE_CLIENT.id)
const name = Type.String({
  minLength: 1,
  maxLength: MAX_APPLICATION_NAME_LENGTH,
  description:
    'The name that users see when they are asked for consent. Names that imitate the service or the platform, or claim to be official, are refused',
  examples: [EXAMPLE_CLIENT.name],
})
const siteUrl = Type.Optional(
  nullable(Type.String({ maxLength: MAX_SITE_URL_LENGTH, examples: [EXAMPLE_CLIENT.site] }), {
    description: 'Where users can read about it: `https://…`. None when null',
  }),
)
const redirectUris = Type.Array(
  Type.String({ maxLength: MAX_REDIRECT_URI_LENGTH, examples: [EXAMPLE_CLIENT.redirectUri] }),
  {
    minItems: 1,
    maxItems: MAX_REDIRECT_URIS,
    description:
      'Where the browser may return to: `https://…`, `http://` with a loopback address (its port is free), or for a ' +
      'public application a scheme of its own (`com.example.app:/callback`). No fragment, no wildcard',
  },
)

/** The part of an application that people see when it asks for their consent. */
const consentProperties = {
  clientId,
  name: text(EXAMPLE_CLIENT.name),
  siteUrl: nullable(text(EXAMPLE_CLIENT.site)),
}

export const ApplicationSchema = namedShape('Application', {
  ...consentProperties,
  kind: Type.Enum(APPLICATION_KINDS),
  redirectUris: Type.Array(text(EXAMPLE_CLIENT.redirectUri)),
  createdAt: dateTime(),
  blockedAt: nullable(dateTime(), {
    description:
      'When an operator blocked it, so that it cannot sign anybody in; null when it is not blocked',
  }),
})
export type ApplicationAnswer = Static<typeof ApplicationSchema>

export const ApplicationsSchema = namedShape('Applications', { applications: Type.Array(ApplicationSchema) })

export const NewApplicationBodySchema = Type.Object({
  name,
  siteUrl,
  redirectUris,
  kind: Type.Enum(APPLICATION_KINDS),
})

export const ApplicationPatchSchema = Type.Object(
  { name: Type.Optional(name), siteUrl, redirectUris: Type.Optional(redirectUris) },
  { minProperties: 1 },
)

const secretDescription = 'Keep it: it is not shown again. Never put it into code that a browser runs'

export const NewApplicationSchema = namedShape('NewApplication', {
  ...ApplicationSchema.properties,
  clientSecret: nullable(text(EXAMPLE_CLIENT.secret), {
    description: `${secretDescription}. null for a public application`,
  }),
})

export const NewSecretSchema = namedShape('NewClientSecret', {
  clientId,
  clientSecret: text(EXAMPLE_CLIENT.secret, secretDescription),
})

const GrantSchema = namedShape('Grant', {
  id: text(EXAMPLE_GRANT),
  application: shape(consentProperties),
  scopes: Type.Array(Type.Enum(SCOPES)),
  grantedAt: dateTime('When it was first allowed'),
  lastUsedAt: dateTime('When the application last signed the user in'),
})
export type GrantAnswer = Static<typeof GrantSchema>

export const GrantsSchema = namedShape('Grants', { grants: Type.Array(GrantSchema) })

/** An application as operators see it, with its owner. */
export const RegisteredApplicationSchema = namedShape('RegisteredApplication', {
  ...ApplicationSchema.properties,
  owner: nullable(text(EXAMPLE_PERSON.username), {
    description:
      'Username of the person who registered it; empty when the account was deleted, null for operators',
  }),
  people: count('People who allowed it to sign them in'),
})

export const ApplicationBlockBodySchema = Type.Object({
  reason: Type.Optional(
    Type.String({
      maxLength: MAX_BLOCK_REASON_LENGTH,
      description: 'For the audit log',
      examples: ['stolen'],
    }),
  ),
})

export const ApplicationBlockedSchema = namedShape('ApplicationBlocked', {
  ok: Type.Literal(true),
  clientId,
  changed: Type.Boolean({ description: 'False when nothing had to be changed' }),
})
