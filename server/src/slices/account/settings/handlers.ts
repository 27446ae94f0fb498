import type { accountRoutes } from '@avatary/contract/routes/account'
import { json } from '../../../kernel/answer.ts'
import { type AccountHandler, isGone, nobody } from '../answering.ts'
import type { SettingsStore } from './store.sql.ts'

type Routes = typeof accountRoutes

export function settingsHandlers(settings: SettingsStore) {
  const getSettings: AccountHandler<Routes['getSettings']> = async ({ person }) =>
    json(await settings.read(person.key))

  const updateSettings: AccountHandler<Routes['updateSettings']> = async ({ person, body }) => {
    const changed = await settings.change(person.key, body)
    return isGone(changed) ? nobody() : json(changed)
  }

  return { getSettings, updateSettings }
}
