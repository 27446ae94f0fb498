import { Type } from 'typebox'
import { EXAMPLE_KEY_ID, KeysSchema, NewKeyBodySchema, NewKeySchema } from '../keys.ts'
import { OkSchema } from '../paging.ts'
import { defineRoutes } from '../route.ts'
import {
  CurrentSessionSchema,
  EXAMPLE_SESSION,
  SessionsEndedSchema,
  SessionsSchema,
  SIGN_IN_PROMPTS,
} from '../sessions.ts'
import { text } from '../shape.ts'

const identity = { tag: 'account', inSpec: false } as const
const signIn = {
  ...identity,
  method: 'GET',
  auth: 'public',
  isNavigation: true,
  limit: 'none',
  response: Type.Void(),
  status: 303,
  errors: ['upstream_not_configured'],
} as const
const read = { ...identity, auth: 'session', method: 'GET', limit: 'read' } as const
const write = { ...identity, auth: 'session', limit: 'writes' } as const

/** Signing in and out, sessions, and personal API keys. */
export const identityRoutes = defineRoutes({
  login: {
    ...signIn,
    path: '/login',
    summary: 'Sign in with the community site',
    description:
      'Send the browser here. It comes back with the session cookie set; to `/sign-in?problem=…` when nobody was signed ' +
      'in: `cancelled`, `expired`, `refused`, `unavailable`, `not_configured` or `database_away`. Clients that do not accept ' +
      '`text/html` get the error `upstream_not_configured` instead of the address with `not_configured`.',
    query: Type.Object({
      returnTo: Type.Optional(
        Type.String({ description: 'Path on this site to return to, such as `/account`; `/` when absent' }),
      ),
      prompt: Type.Optional(
        Type.Enum(SIGN_IN_PROMPTS, {
          description:
            'For a person who is already signed in: `login` makes the community site ask for authentication again, `select_account` for ' +
            'the account to use',
        }),
      ),
    }),
  },
  loginCallback: {
    ...signIn,
    path: '/login/callback',
    errors: ['upstream_not_configured', 'unavailable'],
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
    ...write,
    method: 'POST',
    limit: 'none',
    path: '/logout',
    summary: 'Sign out',
    response: OkSchema,
  },
  currentSession: {
    ...identity,
    method: 'GET',
    auth: 'optional-session',
    limit: 'read',
    path: '/session',
    summary: 'Who is signed in, and what this server can do',
    description: 'For pages of this site: it is not an error if nobody is signed in.',
    response: CurrentSessionSchema,
    exampleRequests: [{}],
  },
  listSessions: {
    ...read,
    path: '/account/sessions',
    summary: 'Where you are signed in',
    response: SessionsSchema,
  },
  endSessions: {
    ...write,
    method: 'DELETE',
    path: '/account/sessions',
    summary: 'Sign out everywhere',
    description: 'Also in this browser. Personal API keys and allowed applications are not affected.',
    response: SessionsEndedSchema,
  },
  endSession: {
    ...write,
    method: 'DELETE',
    path: '/account/sessions/{sessionId}',
    summary: 'Sign out one browser',
    params: Type.Object({ sessionId: text(EXAMPLE_SESSION) }),
    response: OkSchema,
    errors: ['unknown_session'],
  },
  listKeys: {
    ...read,
    path: '/account/keys',
    summary: 'Your personal API keys',
    cacheControl: 'no-store',
    response: KeysSchema,
  },
  createKey: {
    ...write,
    method: 'POST',
    path: '/account/keys',
    summary: 'Create a personal API key',
    description:
      'It can replace your session for account, favorites and likes: send it as `Authorization: Bearer avk_…`.',
    body: NewKeyBodySchema,
    response: NewKeySchema,
    errors: ['invalid_name', 'key_limit_reached'],
  },
  revokeKey: {
    ...write,
    method: 'DELETE',
    path: '/account/keys/{keyId}',
    summary: 'Revoke a personal API key',
    params: Type.Object({ keyId: text(EXAMPLE_KEY_ID) }),
    response: OkSchema,
    errors: ['unknown_key'],
  },
})
