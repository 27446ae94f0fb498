import { Type } from 'typebox'
import {
  ApplicationBlockBodySchema,
  ApplicationBlockedSchema,
  ApplicationPatchSchema,
  ApplicationSchema,
  ApplicationsSchema,
  EXAMPLE_GRANT,
  GrantsSchema,
  NewApplicationBodySchema,
  NewApplicationSchema,
  NewSecretSchema,
  RegisteredApplicationSchema,
} from '../applications.ts'
import { EXAMPLE_CLIENT } from '../example-values.ts'
import {
  AuthorizationServerSchema,
  AuthorizeQuerySchema,
  DecisionBodySchema,
  RevokeBodySchema,
  RevokedSchema,
  TokenBodySchema,
  TokenSchema,
  UserInfoSchema,
} from '../oauth.ts'
import { listEnvelope, OkSchema } from '../paging.ts'
import { defineRoutes } from '../route.ts'
import { text } from '../shape.ts'
import { ADMIN_PAGE_FIELDS, ADMIN_READ, ADMIN_WRITE } from './moderation.ts'

const oauth = { tag: 'oauth', limit: 'none', inSpec: true } as const

const account = { tag: 'account', auth: 'session', inSpec: false } as const
const read = { ...account, method: 'GET', limit: 'read' } as const
const write = { ...account, limit: 'writes' } as const
const applicationParams = Type.Object({ clientId: text(EXAMPLE_CLIENT.id) })
const writeApplication = { ...write, params: applicationParams } as const

const applicationBlock = {
  ...ADMIN_WRITE,
  path: '/admin/applications/{clientId}/block',
  params: applicationParams,
  response: ApplicationBlockedSchema,
  errors: ['unknown_application'],
} as const

const FORM_TYPES = ['application/x-www-form-urlencoded'] as const
/** Requests that an application itself sends. */
const applicationRequest = {
  ...oauth,
  method: 'POST',
  auth: 'application',
  bodyLimit: 32 * 1024,
  bodyMediaTypes: [...FORM_TYPES, 'application/json'],
} as const

/**
 * Spec, "OAuth 2.0 provider". The request schemas are documentation only: the provider checks requests itself and
 * answers errors in the shape of RFC 6749. Routes for a person's applications and grants, and for operators, follow.
 */
export const oauthRoutes = defineRoutes({
  authorize: {
    ...oauth,
    method: 'GET',
    auth: 'public',
    isNavigation: true,
    path: '/oauth2/authorize',
    summary: 'Ask a user to sign in to your application',
    description:
      'Send the browser here. After consent it returns to `redirect_uri` with `code`, `state` and `iss`, or with ' +
      '`error` when the user cancelled. Do not sign anybody in on a callback without the state that you expect.',
    query: AuthorizeQuerySchema,
    response: Type.Void(),
    status: 303,
    errors: ['unavailable'],
    oauthErrors: [
      'invalid_request',
      'unauthorized_client',
      'unsupported_response_type',
      'invalid_scope',
      'access_denied',
      'temporarily_unavailable',
    ],
  },
  decideAuthorization: {
    ...oauth,
    limit: 'writes',
    method: 'POST',
    auth: 'same-origin-session',
    isNavigation: true,
    path: '/oauth2/authorize/{id}',
    summary: 'Allow or cancel a request',
    description: 'The form of the consent page is sent here; the browser then returns to the application.',
    params: Type.Object({ id: text('n3Rk8sWq1VxZ') }),
    body: DecisionBodySchema,
    bodyMediaTypes: FORM_TYPES,
    response: Type.Void(),
    status: 303,
    inSpec: false,
    oauthErrors: ['invalid_request', 'access_denied', 'temporarily_unavailable'],
  },
  token: {
    ...applicationRequest,
    path: '/oauth2/token',
    summary: 'Exchange a code for an access token',
    description: 'A code that is used again is refused, and the token issued from it revoked.',
    body: TokenBodySchema,
    response: TokenSchema,
    oauthErrors: ['invalid_request', 'invalid_grant', 'invalid_client', 'unsupported_grant_type'],
  },
  userInfo: {
    ...oauth,
    limit: 'read',
    method: 'GET',
    auth: 'bearer',
    path: '/oauth2/userinfo',
    summary: 'Who signed in',
    headers: Type.Object({ Authorization: Type.String({ description: '`Bearer <ACCESS_TOKEN>`' }) }),
    response: UserInfoSchema,
    oauthErrors: ['invalid_token', 'insufficient_scope', 'temporarily_unavailable'],
  },
  revoke: {
    ...applicationRequest,
    path: '/oauth2/revoke',
    summary: 'Revoke a token',
    description: 'Also answers 200 for an unknown token (RFC 7009 §2.2).',
    body: RevokeBodySchema,
    response: RevokedSchema,
    oauthErrors: ['invalid_request', 'invalid_client', 'unsupported_token_type'],
  },
  authorizationServer: {
    ...oauth,
    method: 'GET',
    auth: 'public',
    path: '/.well-known/oauth-authorization-server',
    summary: 'Metadata of the authorization server (RFC 8414)',
    response: AuthorizationServerSchema,
    inSpec: false,
  },
  listApplications: {
    ...read,
    path: '/account/applications',
    summary: 'Your applications',
    response: ApplicationsSchema,
  },
  createApplication: {
    ...write,
    method: 'POST',
    path: '/account/applications',
    summary: 'Register an application',
    description:
      'An application can sign users in by OAuth 2.0. You cannot register another one while one of yours is blocked.',
    body: NewApplicationBodySchema,
    bodyLimit: 16 * 1024,
    response: NewApplicationSchema,
    errors: ['application_limit_reached', 'application_blocked'],
  },
  updateApplication: {
    ...writeApplication,
    method: 'PATCH',
    path: '/account/applications/{clientId}',
    summary: 'Change an application',
    body: ApplicationPatchSchema,
    bodyLimit: 16 * 1024,
    response: ApplicationSchema,
    errors: ['unknown_application', 'application_blocked'],
  },
  rotateApplicationSecret: {
    ...writeApplication,
    method: 'POST',
    path: '/account/applications/{clientId}/secret',
    summary: 'Replace the secret of an application',
    description: 'The old one stops working at once.',
    response: NewSecretSchema,
    errors: ['unknown_application', 'application_blocked', 'public_application'],
  },
  deleteApplication: {
    ...writeApplication,
    method: 'DELETE',
    path: '/account/applications/{clientId}',
    summary: 'Delete an application',
    description: 'Its access tokens stop working at once.',
    response: OkSchema,
    errors: ['unknown_application', 'application_blocked'],
  },
  listGrants: {
    ...read,
    path: '/account/grants',
    summary: 'Applications that you allowed to sign you in',
    response: GrantsSchema,
  },
  revokeGrant: {
    ...write,
    method: 'DELETE',
    path: '/account/grants/{grantId}',
    summary: 'Withdraw what you allowed an application',
    description: 'Its access tokens for you stop working at once, and it has to ask you again.',
    params: Type.Object({ grantId: text(EXAMPLE_GRANT) }),
    response: OkSchema,
    errors: ['unknown_grant'],
  },
  listRegisteredApplications: {
    ...ADMIN_READ,
    path: '/admin/applications',
    summary: 'All registered applications, newest first',
    query: Type.Object(ADMIN_PAGE_FIELDS),
    response: listEnvelope('applications', RegisteredApplicationSchema),
  },
  blockApplication: {
    ...applicationBlock,
    method: 'PUT',
    summary: 'Block an application',
    description: 'It can no longer sign anybody in, and its codes and access tokens are refused from now on.',
    body: ApplicationBlockBodySchema,
    bodyLimit: 8 * 1024,
  },
  unblockApplication: {
    ...applicationBlock,
    method: 'DELETE',
    summary: 'Unblock an application',
    description: 'Tokens that have not expired meanwhile are valid again.',
  },
})
