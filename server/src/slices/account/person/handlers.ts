import type { accountRoutes } from '@avatary/contract/routes/account'
import type { HandlersOf } from '../../../handlers.ts'
import { failure, type Headers, json } from '../../../kernel/answer.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { isoOf } from '../../../kernel/days.ts'
import type { PersonalData } from '../../../kernel/personal-data.ts'
import { identityOf } from '../../identity/index.ts'
import type { SettingsStore } from '../settings/store.sql.ts'
import type { UsageStore } from './usage.sql.ts'

export interface PersonDeps {
  settings: SettingsStore
  usage: Pick<UsageStore, 'of'>
  personalData: readonly PersonalData[]
  deleteAccount: (personKey: number, nowMs: number) => Promise<void>
  /** Headers that delete the session cookie. */
  signedOutHeaders: Headers
  /** Called when a grant at another service could not be revoked. */
  onReleaseFailed: (error: unknown) => void
  clock: Clock
}

export function personHandlers(deps: PersonDeps) {
  const { settings, personalData, signedOutHeaders, clock } = deps

  return {
    accountSummary: async ({ person }) => {
      const [current, usage] = await Promise.all([settings.read(person.key), deps.usage.of(person.key)])
      return json({ user: identityOf(person), settings: current, usage })
    },

    getSettings: async ({ person }) => json(await settings.read(person.key)),

    updateSettings: async ({ person, body }) => json(await settings.change(person.key, body)),

    exportAccount: async ({ person }) => {
      const all = await Promise.all(personalData.map(data => data.read(person)))
      const exportedAt = isoOf(clock.now())
      return json(
        { exportedAt, user: identityOf(person), ...Object.assign({}, ...all) },
        { headers: { 'Content-Disposition': 'attachment; filename="account.json"' } },
      )
    },

    deleteAccount: async ({ person, body }) => {
      if (body.username !== person.username) return failure('not_confirmed')
      const releases = await Promise.allSettled(personalData.map(data => data.release?.(person)))
      for (const release of releases) if (release.status === 'rejected') deps.onReleaseFailed(release.reason)
      await deps.deleteAccount(person.key, clock.now())
      return json({ ok: true }, { headers: signedOutHeaders })
    },
  } satisfies Partial<HandlersOf<typeof accountRoutes>>
}
