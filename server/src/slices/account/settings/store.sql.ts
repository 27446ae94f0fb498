import type { Settings } from '@avatary/contract/settings'
import { isObject } from '../../../kernel/json-object.ts'
import { Store } from '../../../kernel/store.ts'
import { transactForPerson } from '../../identity/index.ts'
import type { AccountReader, AccountTables } from '../tables.sql.ts'
import { clampSettings, DEFAULT_SETTINGS, type SettingsPatch } from './clamp.ts'

export class SettingsStore extends Store<AccountTables> {
  async read(personKey: number): Promise<Settings> {
    return await read(this.sql.reader, personKey)
  }

  /** Concurrent patches of different settings are all kept. */
  async change(personKey: number, patch: SettingsPatch): Promise<Settings> {
    return await transactForPerson(this.sql, personKey, async tx => {
      const newSettings = clampSettings(await read(tx, personKey), patch)
      const settings = JSON.stringify(newSettings)
      await tx
        .insertInto('account_settings')
        .values({ user_key: personKey, settings })
        .onConflict(oc => oc.column('user_key').doUpdateSet({ settings }))
        .execute()
      return newSettings
    })
  }
}

/** Reads settings; those that an older version stored become valid options of this one. */
async function read(reader: AccountReader, personKey: number): Promise<Settings> {
  const row = await reader
    .selectFrom('account_settings')
    .select('settings')
    .where('user_key', '=', personKey)
    .executeTakeFirst()
  const storedSettings: unknown = row === undefined ? {} : JSON.parse(row.settings)
  return clampSettings(DEFAULT_SETTINGS, isObject(storedSettings) ? storedSettings : {})
}
