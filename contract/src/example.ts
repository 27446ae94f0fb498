import type { TSchema } from 'typebox'
import { asJsonSchema, type JsonSchema } from './json-schema.ts'

const AVATAR_ID = 'avtr_3f0c7a52-9d1e-4b68-8a27-5c41e0b96d13'

/** Text that suits a field of that name wherever it stands. All of it is made up. */
const TEXT: Readonly<Record<string, string>> = {
  id: AVATAR_ID,
  name: 'Ember Fox',
  description: 'A small red fox with a lantern. Face tracking, toggles for the scarf.',
  authorId: 'usr_8a4d1f6b-2c90-4e57-b3d8-71f0a95c2e64',
  authorName: 'Marlow',
  authorVrclUrl: 'https://community.example/u/marlow',
  imageUrl: 'https://api.vrchat.cloud/api/1/image/file_b7e2d0c4-6f38-49a1-8d5b-0e9a3c71f625/2/256',
  tags: 'author_tag_fox',
  aiTags: 'fox',
  terms: 'fox',
  tag: 'fox',
  missing: 'avtr_00000000-0000-4000-8000-000000000000',
  admins: 'Marlow',
  username: 'marlow',
  picture: 'https://community.example/u/marlow.png',
  avatar: 'https://community.example/u/marlow.png',
  reason: 'stolen',
  text: 'This is my avatar, uploaded without asking.',
  actor: 'admin token',
  subject: AVATAR_ID,
  detail: 'stolen',
  profile: 'https://community.example/u/marlow',
  email: 'marlow@community.example',
  sub: '4821',
  label: 'Verified creator',
  tier: 'Lantern',
  ticket: 'b2Xk1fQ0mZr7TtW9uYcE3A',
  groupId: 'k3v9',
  key: 'avk_Zm94ZXMgYXJlIGZyaWVuZGx5',
  access_token: 'avo_bGFudGVybnMgYXJlIGxpdA',
  code: 'hx2Jd0mQbT7f',
  token: 'avo_bGFudGVybnMgYXJlIGxpdA',
  redirect_uri: 'https://app.example/callback',
  scope: 'identify',
  scopes_supported: 'identify',
  response_types_supported: 'code',
  grant_types_supported: 'authorization_code',
  token_endpoint_auth_methods_supported: 'client_secret_basic',
  code_challenge_methods_supported: 'S256',
  openapi: '3.1.1',
  invite: 'https://discord.com/oauth2/authorize?client_id=1',
  method: 'GET',
  path: '/world/trending',
  summary: 'Rising this week',
  type: 'integer',
  default: '24',
  allowed: 'an integer from 1 to 500',
  notes: "This address takes Discord's signed interactions by POST.",
  url: 'https://community.example/g/lantern-makers',
  error: 'A sentence that a person understands',
}

const NUMBERS: Readonly<Record<string, number>> = {
  total: 1284,
  count: 1,
  limit: 24,
  tracked: 310,
  days: 30,
  views: 5120,
  likes: 248,
  nextOffset: 24,
  indexed: 148_210,
  active: 141_005,
  listed: 140_772,
  hidden: 7438,
  creators: 38_114,
  queue: 12,
  seq: 90_211,
  next: 90_211,
  expires_in: 3600,
  percentile: 97.4,
  rank: 8,
  etaSeconds: 95,
}

/**
 * A value that a schema allows, with every optional field, to show what an answer looks like.
 *
 * @param name of the field that holds it
 */
export function exampleOf(schema: TSchema, name = ''): unknown {
  return example(asJsonSchema(schema), name)
}

function example(schema: JsonSchema, name: string): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.anyOf !== undefined) return example(schema.anyOf[0]!, name)
  switch (schema.type) {
    case 'object':
      return exampleObject(schema)
    case 'array':
      return Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () =>
        example(schema.items ?? {}, name),
      )
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return NUMBERS[name] ?? Math.max(1, schema.minimum ?? 1)
    case 'null':
      return null
    default:
      return exampleText(schema, name)
  }
}

function exampleObject({ properties = {} }: JsonSchema): unknown {
  const value: Record<string, unknown> = {}
  for (const [key, field] of Object.entries(properties)) value[key] = example(field, key)
  return value
}

function exampleText({ format, pattern, maxLength }: JsonSchema, name: string): string {
  if (format === 'date-time') return '2026-11-02T08:30:00.000Z'
  if (format === 'date') return '2026-11-02'
  if (format === 'uri') return 'https://avatars.example/api/oauth2/authorize'
  if (pattern?.includes('[0-9]')) return '81384788765712384'
  if (pattern === '^avtr_') return AVATAR_ID
  return (TEXT[name] ?? name).slice(0, maxLength)
}
