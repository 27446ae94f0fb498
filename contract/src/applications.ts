import { type Static, Type } from 'typebox'
import { dateTime } from './fields.ts'
import { SCOPES } from './oauth.ts'

export const MAX_APPLICATIONS = 20
export const MAX_APPLICATION_NAME = 60
const MAX_REDIRECT_URIS = 10
const MAX_REDIRECT_URI = 500
const MAX_SITE_URL = 200

/** RFC 6749 §2.1: a confidential one keeps a secret, on a server of its own; a public one cannot, as its users have all of it. */
export const APPLICATION_KINDS = ['public', 'confidential'] as const
export type ApplicationKind = (typeof APPLICATION_KINDS)[number]

const name = Type.String({
  minLength: 1,
  maxLength: MAX_APPLICATION_NAME,
  description:
    'What users are asked to allow. Names that read as the service, the platform or as official are refused',
})
const siteUrl = Type.Optional(
  Type.Union([Type.String({ maxLength: MAX_SITE_URL }), Type.Null()], {
    description: 'Where users can read about it: `https://…`. None when null',
  }),
)
const redirectUris = Type.Array(Type.String({ maxLength: MAX_REDIRECT_URI }), {
  minItems: 1,
  maxItems: MAX_REDIRECT_URIS,
  description:
    'Where the browser may return to: `https://…`, `http://` with a loopback address (its port is free), or for a ' +
    'public application a scheme of its own (`com.example.app:/callback`). No fragment, no wildcard',
})

export const ApplicationSchema = Type.Object(
  {
    clientId: Type.String(),
    name: Type.String(),
    siteUrl: Type.Union([Type.String(), Type.Null()]),
    kind: Type.Enum(APPLICATION_KINDS),
    redirectUris: Type.Array(Type.String()),
    createdAt: dateTime(),
  },
  { $id: 'Application', additionalProperties: false },
)
export type ApplicationView = Static<typeof ApplicationSchema>

export const ApplicationsSchema = Type.Object(
  { applications: Type.Array(ApplicationSchema) },
  { $id: 'Applications', additionalProperties: false },
)

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

const secret = 'Keep it: it is not shown again. Never put it into code that a browser runs'

export const NewApplicationSchema = Type.Object(
  {
    ...ApplicationSchema.properties,
    clientSecret: Type.Union([Type.String(), Type.Null()], {
      description: `${secret}. null for a public one`,
    }),
  },
  { $id: 'NewApplication', additionalProperties: false },
)

export const NewSecretSchema = Type.Object(
  { clientId: Type.String(), clientSecret: Type.String({ description: secret }) },
  { $id: 'NewClientSecret', additionalProperties: false },
)

/** What a user allowed an application. */
const GrantSchema = Type.Object(
  {
    id: Type.String(),
    application: Type.Object(
      { clientId: Type.String(), name: Type.String(), siteUrl: Type.Union([Type.String(), Type.Null()]) },
      { additionalProperties: false },
    ),
    scopes: Type.Array(Type.Enum(SCOPES)),
    grantedAt: dateTime('When it was first allowed'),
    lastUsedAt: dateTime('When the application last signed the user in'),
  },
  { $id: 'Grant', additionalProperties: false },
)
export type GrantView = Static<typeof GrantSchema>

export const GrantsSchema = Type.Object(
  { grants: Type.Array(GrantSchema) },
  { $id: 'Grants', additionalProperties: false },
)
