import type { accountRoutes } from '@avatary/contract/routes/account'
import type { HandlersOf } from '../../../handlers.ts'
import { failure, json } from '../../../kernel/answer.ts'
import { isoOf } from '../../../kernel/days.ts'
import { identityOf } from '../../identity/index.ts'
import type { AccountDeps } from '../deps.ts'

export function personHandlers(deps: AccountDeps) {
  const { personalData, signedOutHeaders, log, clock } = deps
  const { settings, usage } = deps.stores

  return {
    accountSummary: async ({ person }) => {
      const [ownSettings, counts] = await Promise.all([settings.read(person.key), usage.countsOf(person.key)])
      return json({ user: identityOf(person), settings: ownSettings, usage: counts })
    },

    getSettings: async ({ person }) => json(await settings.read(person.key)),

    updateSettings: async ({ person, body }) => json(await settings.change(person.key, body)),

    exportAccount: async ({ person }) => {
      const nowMs = clock.now()
      const topics = await Promise.all(personalData.map(data => data.read(person, nowMs)))
      return json(
        { exportedAt: isoOf(nowMs), user: identityOf(person), ...Object.assign({}, ...topics) },
        { headers: { 'Content-Disposition': 'attachment; filename="account.json"' } },
      )
    },

    deleteAccount: async ({ person, body }) => {
      if (body.username !== person.username) return failure('not_confirmed')
      const releases = await Promise.allSettled(personalData.map(data => data.release?.(person)))
      for (const release of releases) {
        if (release.status === 'fulfilled') continue
        log.warn(
          { event: 'grant-left-at-deletion', err: release.reason },
          'An account was deleted, but another service still holds a grant',
        )
      }
      await deps.deleteAccount(person.key, clock.now())
      return json({ ok: true }, { headers: signedOutHeaders })
    },
  } satisfies Partial<HandlersOf<typeof accountRoutes>>
}
