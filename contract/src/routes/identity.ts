import { Type } from 'typebox'
import { KeysSchema, NewKeyBodySchema, NewKeySchema } from '../keys.ts'
import { OkSchema } from '../paging.ts'
import { defineRoutes } from '../route.ts'

const shared = { tag: 'account', inSpec: false } as const
const signIn = {
  ...shared,
  method: 'GET',
  auth: 'public',
  limit: 'none',
  response: Type.Void(),
  status: 303,
  errors: ['upstream_not_configured', 'upstream_unavailable'],
} as const
const keys = { ...shared, auth: 'session' } as const

/** Signing in and out, and personal API keys (design: "Paths", "Account"). */
export const identityRoutes = defineRoutes({
  login: {
    ...signIn,
    path: '/login',
    summary: 'Sign in with the community site',
    description: 'Send the browser here. It comes back with the session cookie set.',
    query: Type.Object({
      returnTo: Type.Optional(Type.String({ description: 'Path on this site to return to' })),
    }),
  },
  loginCallback: {
    ...signIn,
    path: '/login/callback',
    summary: 'Where the community site sends the browser after consent',
    query: Type.Object({
      code: Type.Optional(Type.String()),
      state: Type.Optional(Type.String()),
      iss: Type.Optional(Type.String()),
      error: Type.Optional(Type.String()),
      error_description: Type.Optional(Type.String()),
    }),
  },
  logout: {
    ...shared,
    method: 'POST',
    auth: 'session',
    limit: 'none',
    path: '/logout',
    summary: 'Sign out',
    response: OkSchema,
    errors: [],
  },
  listKeys: {
    ...keys,
    method: 'GET',
    limit: 'read',
    path: '/account/keys',
    summary: 'Your personal API keys',
    response: KeysSchema,
    errors: [],
  },
  createKey: {
    ...keys,
    method: 'POST',
    limit: 'writes',
    path: '/account/keys',
    summary: 'Create a personal API key',
    description:
      'It may stand for your session on account, favorites and likes: send it as `Authorization: Bearer avk_…`.',
    body: NewKeyBodySchema,
    response: NewKeySchema,
    errors: ['invalid_name', 'key_limit_reached'],
  },
  revokeKey: {
    ...keys,
    method: 'DELETE',
    limit: 'writes',
    path: '/account/keys/{keyId}',
    summary: 'Revoke a personal API key',
    params: Type.Object({ keyId: Type.String() }),
    response: OkSchema,
    errors: ['unknown_key'],
  },
})
