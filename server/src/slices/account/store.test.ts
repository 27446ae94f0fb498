import assert from 'node:assert/strict'
import { it } from 'node:test'
import { MAX_KEYS } from '@avatary/contract/keys'
import {
  accountOver,
  assertCountersMatchRows,
  id,
  openAccounts,
  save,
} from '../../../tests/store/account-fixtures.ts'
import { NOW, TODAY } from '../../../tests/store/fixtures.ts'
import { forEachEngine } from '../../../tests/support/engines.ts'
import { itRunsReviewedStatements } from '../../../tests/support/sql-recorder.ts'
import { DAY_MS } from '../../kernel/days.ts'
import { AccountGoneError } from '../../kernel/person.ts'
import type { IdentityTables } from '../identity/tables.sql.ts'
import { DEFAULT_SETTINGS } from './settings/clamp.ts'
import type { AccountTables } from './tables.sql.ts'

forEachEngine('settings', engine => {
  it('are patched per person', async t => {
    const { settings, anna, boris } = await openAccounts(engine, t)
    assert.deepEqual(await settings.read(anna), DEFAULT_SETTINGS)
    await settings.change(anna, { defaultSort: 'name' })
    await settings.change(anna, { resultsPerPage: 59 })
    assert.deepEqual(await settings.read(anna), {
      ...DEFAULT_SETTINGS,
      defaultSort: 'name',
      resultsPerPage: 60,
    })
    assert.deepEqual(await settings.read(boris), DEFAULT_SETTINGS)
  })

  it('keep simultaneous patches of different settings', async t => {
    const { url, db, settings, anna } = await openAccounts(engine, t)
    const other = accountOver(await engine.open(t, url)).settings
    const patches = [
      { defaultSort: 'name' },
      { compactGrid: true },
      { reduceMotion: true },
      { showAiTags: false },
    ]
    await Promise.all(patches.map((patch, i) => (i % 2 ? settings : other).change(anna, patch)))
    assert.deepEqual(await accountOver(db).settings.read(anna), {
      ...DEFAULT_SETTINGS,
      ...Object.assign({}, ...patches),
    })
  })
})

forEachEngine('personal keys', engine => {
  const key = (n: number, expiresAtMs: number | null = null) => ({
    id: `key-${n}`,
    hash: `hash-${n}`,
    name: `Key ${n}`,
    scopes: ['read'] as const,
    expiresAtMs,
  })

  it('have an owner until they are revoked, which all processes notice at once', async t => {
    const { url, keys, anna, boris } = await openAccounts(engine, t)
    const other = accountOver(await engine.open(t, url)).keys
    await keys.create(anna, key(1), NOW)
    assert.deepEqual(await other.ownerOf('hash-1', NOW), {
      keyId: 'key-1',
      personKey: anna,
      scopes: ['read'],
      lastUsedDay: null,
    })
    assert.equal(await keys.ownerOf('key-1', NOW), null)
    assert.equal(await keys.revoke(boris, 'key-1'), false)
    assert.equal(await keys.revoke(anna, 'key-1'), true)
    assert.equal(await keys.revoke(anna, 'key-1'), false)
    assert.equal(await other.ownerOf('hash-1', NOW), null)
  })

  it('are listed with the day of their last use, but not the time', async t => {
    const { keys, anna } = await openAccounts(engine, t)
    await keys.create(anna, key(2), NOW)
    await keys.create(anna, key(1, NOW + DAY_MS), NOW + 1)
    await keys.noteUse('key-1', TODAY)
    const createdAt = (ms: number) => new Date(ms).toISOString()
    assert.deepEqual(await keys.listOf(anna), [
      {
        id: 'key-2',
        name: 'Key 2',
        scopes: ['read'],
        createdAt: createdAt(NOW),
        expiresAt: null,
        lastUsedAt: null,
      },
      {
        id: 'key-1',
        name: 'Key 1',
        scopes: ['read'],
        createdAt: createdAt(NOW + 1),
        expiresAt: createdAt(NOW + DAY_MS),
        lastUsedAt: createdAt(TODAY * DAY_MS),
      },
    ])
  })

  it('have no owner once they have expired, and stay listed', async t => {
    const { keys, anna } = await openAccounts(engine, t)
    await keys.create(anna, key(1, NOW + 1000), NOW)
    assert.equal((await keys.ownerOf('hash-1', NOW + 999))?.keyId, 'key-1')
    assert.equal(await keys.ownerOf('hash-1', NOW + 1000), null)
    assert.equal((await keys.listOf(anna)).length, 1)
  })

  it('are at most 20, also when many are created simultaneously', async t => {
    const { keys, anna } = await openAccounts(engine, t)
    const outcomes = await Promise.all(Array.from({ length: 40 }, (_, n) => keys.create(anna, key(n), NOW)))
    assert.equal(outcomes.filter(({ kind }) => kind === 'done').length, MAX_KEYS)
    assert.equal((await keys.listOf(anna)).length, MAX_KEYS)
  })
})

function keyNamed(name: string) {
  return { id: `key_${name}`, hash: `hash_${name}`, name, scopes: ['read'] as const, expiresAtMs: null }
}

forEachEngine('deleting an account', engine => {
  it('deletes all data of that person, lowers the counters, and leaves the data of others', async t => {
    const { db, anna, boris, deleteAccount, personalData, ...stores } = await openAccounts(engine, t)
    for (const person of [anna, boris]) {
      await stores.likes.like(person, id(1), NOW - DAY_MS)
      await stores.acts.do(person, save(2), NOW - DAY_MS)
      await stores.settings.change(person, { compactGrid: true })
      await stores.groups.create(person, { id: `grp_${person}`, name: 'Foxes', icon: 'star' })
      await stores.keys.create(person, keyNamed(`${person}`), NOW)
    }
    await deleteAccount(personalData, anna, NOW)
    await deleteAccount(personalData, anna, NOW)
    await assertCountersMatchRows(db)
    const { reader } = db.tables<AccountTables & IdentityTables>()
    for (const table of [
      'account_settings',
      'favorites',
      'favorite_groups',
      'likes',
      'personal_keys',
    ] as const) {
      const rows = await reader.selectFrom(table).select('user_key').execute()
      assert.deepEqual(
        rows.map(row => row.user_key),
        [boris],
        table,
      )
    }
    assert.deepEqual(
      (await reader.selectFrom('users').select('key').execute()).map(({ key }) => key),
      [boris],
    )
  })

  it('changes nothing when any slice fails', async t => {
    const { db, anna, likes, settings, deleteAccount, personalData } = await openAccounts(engine, t)
    await likes.like(anna, id(1), NOW)
    const failing = { read: async () => ({}), erase: () => Promise.reject(new Error('disk')) }
    await assert.rejects(deleteAccount([...personalData, failing], anna, NOW), /disk/)
    assert.deepEqual(await likes.idsOf(anna), [id(1)])
    await assert.doesNotReject(settings.change(anna, {}))
    await assertCountersMatchRows(db)
  })

  it('leaves no data when the person writes at the same time', async t => {
    const { url, db, anna, deleteAccount, personalData } = await openAccounts(engine, t)
    const [one, other] = [accountOver(db), accountOver(await engine.open(t, url))]
    const writes = Array.from({ length: 20 }, (_, i) => {
      const { likes, acts, groups, keys } = i % 2 ? one : other
      return [
        likes.like(anna, id(1 + (i % 5)), NOW),
        acts.do(anna, save(1 + (i % 5)), NOW),
        groups.create(anna, { id: `grp_${i}`, name: `${i}`, icon: 'cat' }),
        keys.create(anna, keyNamed(`${i}`), NOW),
      ]
    })
    const written = writes
      .flat()
      .map(write => write.catch((error: unknown) => assert.ok(error instanceof AccountGoneError)))
    await Promise.all([...written, deleteAccount(personalData, anna, NOW)])
    await assert.rejects(one.likes.like(anna, id(1), NOW), AccountGoneError)
    const { reader } = db.tables<AccountTables & IdentityTables>()
    for (const table of ['favorites', 'favorite_groups', 'likes', 'personal_keys'] as const)
      assert.deepEqual(await reader.selectFrom(table).select('user_key').execute(), [], table)
    await assertCountersMatchRows(db)
  })

  itRunsReviewedStatements(
    engine.name,
    'account_settings',
    'personal_keys',
    'users',
    'favorites',
    'favorite_groups',
    'likes',
  )
})
