import type { Settings } from '@avatary/contract/settings'
import type { Database } from '../../../kernel/database.ts'
import type { Identify, IdentifyContext } from '../../../kernel/person.ts'
import { SettingsStore } from './store.sql.ts'

/** Returns a function that reads the settings of a request's person; null when nobody is signed in. */
export function openCurrentSettings({ db, identify }: { db: Database; identify: Identify }) {
  const settings = new SettingsStore({ db })
  return async (context: IdentifyContext): Promise<Settings | null> => {
    const person = await identify(context, { acceptsKey: false })
    return person && (await settings.read(person.key))
  }
}
