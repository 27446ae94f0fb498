import { Type } from 'typebox'
import {
  ApplicationPatchSchema,
  ApplicationSchema,
  ApplicationsSchema,
  GrantsSchema,
  NewApplicationBodySchema,
  NewApplicationSchema,
  NewSecretSchema,
} from '../applications.ts'
import { OkSchema } from '../paging.ts'
import { defineRoutes } from '../route.ts'

const account = { tag: 'account', auth: 'session', inSpec: false } as const
const read = { ...account, method: 'GET', limit: 'read', errors: [] } as const
const write = { ...account, limit: 'writes' } as const
const ofApplication = { ...write, params: Type.Object({ clientId: Type.String() }) } as const

/** Applications of one's own that sign users in, and what one allowed others (design: "OAuth"). */
export const applicationRoutes = defineRoutes({
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
    description: 'So that it can sign users in by OAuth 2.0.',
    body: NewApplicationBodySchema,
    bodyLimit: 16 * 1024,
    response: NewApplicationSchema,
    errors: ['application_limit_reached'],
  },
  updateApplication: {
    ...ofApplication,
    method: 'PATCH',
    path: '/account/applications/{clientId}',
    summary: 'Change an application',
    body: ApplicationPatchSchema,
    bodyLimit: 16 * 1024,
    response: ApplicationSchema,
    errors: ['unknown_application'],
  },
  rotateApplicationSecret: {
    ...ofApplication,
    method: 'POST',
    path: '/account/applications/{clientId}/secret',
    summary: 'Replace the secret of an application',
    description: 'The old one stops working at once.',
    response: NewSecretSchema,
    errors: ['unknown_application', 'public_application'],
  },
  deleteApplication: {
    ...ofApplication,
    method: 'DELETE',
    path: '/account/applications/{clientId}',
    summary: 'Delete an application',
    description: 'Its access tokens stop working at once.',
    response: OkSchema,
    errors: ['unknown_application'],
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
    summary: 'Allow an application nothing any more',
    description: 'Its access tokens for you stop working at once, and it has to ask you again.',
    params: Type.Object({ grantId: Type.String() }),
    response: OkSchema,
    errors: ['unknown_grant'],
  },
})
