import type { accountRoutes } from '@avatary/contract/routes/account'
import type { HandlersOf } from '../../../handlers.ts'
import { json } from '../../../kernel/answer.ts'
import type { SettingsStore } from './store.sql.ts'

export function settingsHandlers(settings: SettingsStore) {
  return {
    getSettings: async ({ person }) => json(await settings.read(person.key)),

    updateSettings: async ({ person, body }) => {
      const changed = await settings.change(person.key, body)
      return json(changed)
    },
  } satisfies Partial<HandlersOf<typeof accountRoutes>>
}
