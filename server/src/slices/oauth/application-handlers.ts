import type { ApplicationAnswer } from '@avatary/contract/applications'
import type { oauthRoutes } from '@avatary/contract/routes/oauth'
import type { HandlersOf } from '../../handlers.ts'
import { failure, invalidBody, json } from '../../kernel/answer.ts'
import type { Clock } from '../../kernel/clock.ts'
import { isoOf } from '../../kernel/days.ts'
import { actOf, pageAnswer } from '../moderation/index.ts'
import { checkDetails } from './application-rules.ts'
import type { Application, ApplicationWithOwner } from './applications.ts'
import type { HandlerDeps } from './authorization-server.ts'
import type { BlockOutcome, RegisteredApplicationStore } from './registered-applications.sql.ts'
import { newClient, newSecret } from './secrets.ts'

export function applicationHandlers({ applications, clock, randomToken }: HandlerDeps) {
  return {
    listApplications: async ({ person }) =>
      json({ applications: (await applications.list(person.key)).map(applicationAnswer) }),

    createApplication: async ({ body, person }) => {
      const { kind, siteUrl = null, ...given } = body
      const checkedDetails = checkDetails({ ...given, siteUrl }, { kind, registeredBy: 'user' })
      if (checkedDetails.kind === 'invalid') return invalidBody(checkedDetails)
      const { client, secret } = newClient(
        { ...checkedDetails.details, kind },
        { nowMs: clock.now(), randomToken },
      )
      const outcome = await applications.create(client, person.key)
      if (outcome.kind !== 'created') return failure(outcome.kind)
      return json({ ...applicationAnswer({ ...client, blockedAtMs: null }), clientSecret: secret })
    },

    updateApplication: async ({ body, params, person }) => {
      const client = await applications.client(params.clientId)
      if (client === null) return failure('unknown_application')
      const checkedDetails = checkDetails(body, { kind: client.kind, registeredBy: 'user' })
      if (checkedDetails.kind === 'invalid') return invalidBody(checkedDetails)
      const outcome = await applications.update(params.clientId, person.key, checkedDetails.details)
      return outcome.kind === 'updated' ? json(applicationAnswer(outcome.application)) : failure(outcome.kind)
    },

    rotateApplicationSecret: async ({ params, person }) => {
      const { clientId } = params
      const { secret, secretHash } = newSecret(randomToken)
      const outcome = await applications.replaceSecret(clientId, person.key, secretHash)
      return outcome.kind === 'replaced' ? json({ clientId, clientSecret: secret }) : failure(outcome.kind)
    },

    deleteApplication: async ({ params, person }) => {
      const { kind } = await applications.remove(params.clientId, person.key)
      return kind === 'removed' ? json({ ok: true }) : failure(kind)
    },
  } satisfies Partial<HandlersOf<typeof oauthRoutes>>
}

/** Handlers for operators, whom guards have already authenticated, about everybody's applications. */
export function registeredApplicationHandlers(registered: RegisteredApplicationStore, clock: Clock) {
  return {
    listRegisteredApplications: async ({ query }) =>
      pageAnswer('applications', clock, query, await registered.list(query), ownedApplicationAnswer),

    blockApplication: async ({ params: { clientId }, body: { reason = '' }, person }) =>
      answerOf(clientId, await registered.block(clientId, reason.trim(), actOf(person, clock))),

    unblockApplication: async ({ params: { clientId }, person }) =>
      answerOf(clientId, await registered.unblock(clientId, actOf(person, clock))),
  } satisfies Partial<HandlersOf<typeof oauthRoutes>>
}

function answerOf(clientId: string, { kind }: BlockOutcome) {
  if (kind === 'unknown_application') return failure(kind, 'There is no such application.')
  return json({ ok: true, clientId, changed: kind === 'changed' })
}

function ownedApplicationAnswer({ owner, people, ...application }: ApplicationWithOwner) {
  return { ...applicationAnswer(application), owner, people }
}

export function applicationAnswer(application: Omit<Application, 'registeredBy'>): ApplicationAnswer {
  const { clientId, name, siteUrl, kind, redirectUris, createdAtMs, blockedAtMs } = application
  return {
    clientId,
    name,
    siteUrl,
    kind,
    redirectUris: [...redirectUris],
    createdAt: isoOf(createdAtMs),
    blockedAt: blockedAtMs === null ? null : isoOf(blockedAtMs),
  }
}
