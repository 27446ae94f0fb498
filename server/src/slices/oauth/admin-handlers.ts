import type { oauthRoutes } from '@avatary/contract/routes/oauth'
import type { HandlersOf } from '../../handlers.ts'
import { failure, json } from '../../kernel/answer.ts'
import type { Clock } from '../../kernel/clock.ts'
import { actOf, pageAnswer } from '../moderation/index.ts'
import { applicationView } from './application-handlers.ts'
import type { RegisteredApplication } from './applications.ts'
import type { BlockOutcome, RegisteredApplicationStore } from './registered-applications.sql.ts'

/** Handlers for operators, whom guards have already authenticated, about everybody's applications. */
export function registeredApplicationHandlers({
  registeredApplications: registered,
  clock,
}: {
  registeredApplications: RegisteredApplicationStore
  clock: Clock
}) {
  return {
    listRegisteredApplications: async ({ query }) =>
      pageAnswer('applications', clock, query, await registered.list(query), registeredView),

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

function registeredView({ owner, people, ...application }: RegisteredApplication) {
  return { ...applicationView(application), owner, people }
}
