import assert from 'node:assert/strict'
import { it } from 'node:test'
import { accountOver, openAccounts } from '../../../../tests/store/account-fixtures.ts'
import { NOW } from '../../../../tests/store/fixtures.ts'
import { forEachEngine } from '../../../../tests/support/engines.ts'
import { FakeView } from '../../../../tests/support/fake-view.ts'
import { recordLog } from '../../../../tests/support/record-log.ts'
import { SOMEBODY } from '../../../../tests/support/somebody.ts'
import type { Person } from '../../../kernel/person.ts'
import { randomToken } from '../../../platform/random.ts'
import { openAccount } from '../open.ts'

forEachEngine('the data of other slices about a person', engine => {
  it('are exported, and erased even when a grant at another service cannot be released', async t => {
    const erased: number[] = []
    const released: string[] = []
    const elsewhere = {
      read: async () => ({ discord: { username: 'fox#1' } }),
      release: async ({ username }: Person) => {
        released.push(username)
        throw new Error('Discord is down')
      },
      erase: async (_: unknown, key: number) => void erased.push(key),
    }
    const { db, catalog, anna } = await openAccounts(engine, t)
    const { log, lines } = recordLog()
    const { handlers } = openAccount({
      db,
      store: catalog,
      view: new FakeView(1),
      catchUp: async () => {},
      clock: { now: () => NOW },
      log,
      randomToken,
      personalData: [elsewhere],
      signedOutHeaders: {},
      deleteAccount: accountOver(db).deleteAccount,
    })
    const person = { ...SOMEBODY, key: anna, username: 'anna' }
    const exported = await handlers.exportAccount({ person } as never)
    assert.deepEqual((exported.value as Record<string, unknown>).discord, { username: 'fox#1' })
    await handlers.deleteAccount({ person, body: { username: 'anna' } } as never)
    assert.deepEqual([erased, released], [[anna], ['anna']])
    assert.ok(lines.some(line => line.includes('still holds a grant')))
  })
})
