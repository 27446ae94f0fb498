import type { ApplicationView } from '@avatary/contract/applications'
import type { oauthRoutes } from '@avatary/contract/routes/oauth'
import type { HandlersOf } from '../../handlers.ts'
import { failure, invalidBody, json } from '../../kernel/answer.ts'
import { isoOf } from '../../kernel/days.ts'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import { checkDetails } from './application-rules.ts'
import type { ApplicationStore } from './applications.sql.ts'
import type { Application } from './applications.ts'
import { newClient, newSecret } from './new-client.ts'

export interface ApplicationDeps extends Pick<SystemDeps, 'clock' | 'randomToken'> {
  readonly applications: ApplicationStore
}

export function applicationHandlers({ applications, clock, randomToken }: ApplicationDeps) {
  return {
    listApplications: async ({ person }) =>
      json({ applications: (await applications.list(person.key)).map(applicationView) }),

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
      return json({ ...applicationView({ ...client, blockedAtMs: null }), clientSecret: secret })
    },

    updateApplication: async ({ body, params, person }) => {
      const client = await applications.client(params.clientId)
      if (client === null) return failure('unknown_application')
      const checkedDetails = checkDetails(body, { kind: client.kind, registeredBy: 'user' })
      if (checkedDetails.kind === 'invalid') return invalidBody(checkedDetails)
      const outcome = await applications.update(params.clientId, person.key, checkedDetails.details)
      return outcome.kind === 'updated' ? json(applicationView(outcome.application)) : failure(outcome.kind)
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

export function applicationView(application: Omit<Application, 'registeredBy'>): ApplicationView {
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
