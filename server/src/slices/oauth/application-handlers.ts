import type { ApplicationView } from '@avatary/contract/applications'
import type { oauthRoutes } from '@avatary/contract/routes/oauth'
import type { HandlersOf } from '../../handlers.ts'
import { failure, json } from '../../kernel/answer.ts'
import type { Clock } from '../../kernel/clock.ts'
import { checkDetails } from './application-rules.ts'
import type { ApplicationStore } from './applications.sql.ts'
import type { Application } from './applications.ts'
import { newClient, newSecret } from './new-client.ts'

export interface ApplicationDeps {
  readonly applications: ApplicationStore
  readonly clock: Clock
  /** See `platform/random.ts`. */
  readonly randomToken: (bytes: number) => string
}

/** Handlers of the routes about a person's own applications. */
export function applicationHandlers({ applications, clock, randomToken }: ApplicationDeps) {
  return {
    listApplications: async ({ person }) =>
      json({ applications: (await applications.list(person.key)).map(applicationView) }),

    createApplication: async ({ body, person }) => {
      const { kind, siteUrl = null, ...given } = body
      const checked = checkDetails({ ...given, siteUrl }, { kind, registeredBy: 'user' })
      if (checked.kind === 'invalid') return failure('invalid_body', checked.problem)
      const { client, secret } = newClient({ ...checked.details, kind }, { nowMs: clock.now(), randomToken })
      const outcome = await applications.create(client, person.key)
      if (outcome.kind === 'limit') return failure('application_limit_reached')
      return json({ ...applicationView(client), clientSecret: secret })
    },

    updateApplication: async ({ body, params, person }) => {
      const known = await applications.client(params.clientId)
      if (known === null) return failure('unknown_application')
      const checked = checkDetails(body, { kind: known.kind, registeredBy: 'user' })
      if (checked.kind === 'invalid') return failure('invalid_body', checked.problem)
      const updated = await applications.update(params.clientId, person.key, checked.details)
      return updated === null ? failure('unknown_application') : json(applicationView(updated))
    },

    rotateApplicationSecret: async ({ params, person }) => {
      const { clientId } = params
      const { secret, secretHash } = newSecret(randomToken)
      const outcome = await applications.replaceSecret(clientId, person.key, secretHash)
      if (outcome.kind === 'unknown') return failure('unknown_application')
      if (outcome.kind === 'public') return failure('public_application')
      return json({ clientId, clientSecret: secret })
    },

    deleteApplication: async ({ params, person }) =>
      (await applications.remove(params.clientId, person.key))
        ? json({ ok: true })
        : failure('unknown_application'),
  } satisfies Partial<HandlersOf<typeof oauthRoutes>>
}

export function applicationView({
  createdAtMs,
  ...application
}: Omit<Application, 'registeredBy'>): ApplicationView {
  const { clientId, name, siteUrl, kind, redirectUris } = application
  const createdAt = new Date(createdAtMs).toISOString()
  return { clientId, name, siteUrl, kind, redirectUris: [...redirectUris], createdAt }
}
