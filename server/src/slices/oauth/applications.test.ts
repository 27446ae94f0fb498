import assert from 'node:assert/strict'
import { it } from 'node:test'
import { MAX_APPLICATIONS } from '@avatary/contract/applications'
import { CLIENT, NOW } from '../../../tests/store/applications.ts'
import { forEachEngine } from '../../../tests/support/engines.ts'
import { newPerson } from '../../../tests/support/people.ts'
import { itRunsReviewedStatements } from '../../../tests/support/sql-recorder.ts'
import { sharedTransaction } from '../../kernel/personal-data.ts'
import { ModerationStore } from '../moderation/index.ts'
import { RegisteredApplicationStore } from './registered-applications.sql.ts'
import { OAuthStore } from './store.sql.ts'

forEachEngine('the store of applications', engine => {
  it('lists the applications of each owner', async t => {
    const db = await engine.open(t)
    const [fox, wolf] = [await newPerson(db, 'fox'), await newPerson(db, 'wolf')]
    const { applications } = new OAuthStore({ db })
    assert.deepEqual(await applications.create(CLIENT, fox.key), { kind: 'created' })
    assert.deepEqual(
      await applications.create({ ...CLIENT, clientId: 'avc_2', secretHash: null }, 'operators'),
      { kind: 'created' },
    )
    const { secretHash: _, ...application } = CLIENT
    assert.deepEqual(await applications.client('avc_1'), {
      ...CLIENT,
      registeredBy: 'user',
      blockedAtMs: null,
      ownerKey: fox.key,
    })
    assert.equal((await applications.client('avc_2'))?.registeredBy, 'operators')
    assert.deepEqual(await applications.list(fox.key), [
      { ...application, registeredBy: 'user', blockedAtMs: null },
    ])
    assert.deepEqual(await applications.list(wolf.key), [])
    assert.equal((await applications.list('operators')).length, 2)
    assert.equal((await applications.client('avc_2'))?.kind, 'public')
    assert.equal(await applications.client('avc_3'), null)
  })

  it('lets only owners and operators change an application', async t => {
    const db = await engine.open(t)
    const [fox, wolf] = [await newPerson(db, 'fox'), await newPerson(db, 'wolf')]
    const { applications } = new OAuthStore({ db })
    await applications.create(CLIENT, fox.key)
    await applications.create({ ...CLIENT, clientId: 'avc_2', secretHash: null }, fox.key)
    assert.deepEqual(await applications.update('avc_1', wolf.key, { name: 'Stolen' }), {
      kind: 'unknown_application',
    })
    assert.equal((await applications.update('avc_1', fox.key, { name: 'Renamed' })).kind, 'updated')
    const moved = await applications.update('avc_1', 'operators', { redirectUris: ['https://b.example/'] })
    assert.ok(moved.kind === 'updated')
    const { name, redirectUris } = moved.application
    assert.deepEqual([name, redirectUris], ['Renamed', ['https://b.example/']])
    assert.deepEqual(await applications.replaceSecret('avc_1', wolf.key, 'theirs'), {
      kind: 'unknown_application',
    })
    assert.deepEqual(await applications.replaceSecret('avc_2', fox.key, 'new'), {
      kind: 'public_application',
    })
    assert.deepEqual(await applications.replaceSecret('avc_1', fox.key, 'new'), { kind: 'replaced' })
    assert.equal((await applications.client('avc_1'))?.secretHash, 'new')
    assert.deepEqual(await applications.remove('avc_1', wolf.key), { kind: 'unknown_application' })
    assert.deepEqual(await applications.remove('avc_1', fox.key), { kind: 'removed' })
    assert.deepEqual(await applications.remove('avc_1', fox.key), { kind: 'unknown_application' })
  })

  it("lists and blocks everybody's applications for operators, and writes the audit log", async t => {
    const db = await engine.open(t)
    const fox = await newPerson(db, 'fox')
    const { applications, grants } = new OAuthStore({ db })
    const registered = new RegisteredApplicationStore({ db })
    await applications.create(CLIENT, fox.key)
    await applications.create(
      { ...CLIENT, clientId: 'avc_2', secretHash: null, createdAtMs: NOW + 1 },
      'operators',
    )
    await grants.allow({ personKey: fox.key, clientId: 'avc_1', scopes: ['identify'] }, NOW)
    const act = { actor: 'test', nowMs: NOW }
    assert.deepEqual(await registered.block('avc_1', 'spam', act), { kind: 'changed' })
    assert.deepEqual(await registered.block('avc_1', 'again', act), { kind: 'unchanged' })
    assert.deepEqual(await registered.block('avc_9', '', act), { kind: 'unknown_application' })
    assert.equal((await applications.client('avc_1'))?.blockedAtMs, NOW)
    const { total, items } = await registered.list({ limit: 10, offset: 0 })
    assert.deepEqual(
      [
        total,
        items.map(({ clientId, owner, people, blockedAtMs }) => [clientId, owner, people, blockedAtMs]),
      ],
      [
        2,
        [
          ['avc_2', null, 0, null],
          ['avc_1', 'fox', 1, NOW],
        ],
      ],
    )
    assert.deepEqual(await registered.unblock('avc_1', act), { kind: 'changed' })
    assert.deepEqual(await registered.unblock('avc_1', act), { kind: 'unchanged' })
    assert.equal((await applications.client('avc_1'))?.blockedAtMs, null)
    const audit = await new ModerationStore({ db }).audit({ limit: 10, offset: 0 })
    assert.deepEqual(
      audit.items.map(({ action, subject, detail }) => [action, subject, detail]),
      [
        ['unblock-application', 'avc_1', 'Lantern Board'],
        ['block-application', 'avc_1', 'Lantern Board: spam'],
      ],
    )
  })

  it('does not let the owner of a blocked application change it or register another', async t => {
    const db = await engine.open(t)
    const fox = await newPerson(db, 'fox')
    const { applications } = new OAuthStore({ db })
    const registered = new RegisteredApplicationStore({ db })
    const act = { actor: 'test', nowMs: NOW }
    await applications.create(CLIENT, fox.key)
    await registered.block('avc_1', '', act)
    const blocked = { kind: 'application_blocked' }
    assert.deepEqual(await applications.create({ ...CLIENT, clientId: 'avc_2' }, fox.key), blocked)
    assert.deepEqual(await applications.update('avc_1', fox.key, { name: 'Other' }), blocked)
    assert.deepEqual(await applications.replaceSecret('avc_1', fox.key, 'new'), blocked)
    assert.deepEqual(await applications.remove('avc_1', fox.key), blocked)
    const unchanged = await applications.client('avc_1')
    assert.deepEqual([unchanged?.name, unchanged?.secretHash], [CLIENT.name, CLIENT.secretHash])
    assert.equal((await applications.update('avc_1', 'operators', { name: 'Judged' })).kind, 'updated')
    await registered.unblock('avc_1', act)
    assert.deepEqual(await applications.create({ ...CLIENT, clientId: 'avc_2' }, fox.key), {
      kind: 'created',
    })
    assert.deepEqual(await applications.remove('avc_1', fox.key), { kind: 'removed' })
  })

  it('keeps the block, and nothing else of the application, when the owner deletes the account and comes back', async t => {
    const db = await engine.open(t)
    const fox = await newPerson(db, 'fox')
    const { applications, personalData } = new OAuthStore({ db })
    const registered = new RegisteredApplicationStore({ db })
    const act = { actor: 'test', nowMs: NOW }
    await applications.create(CLIENT, fox.key)
    await applications.create({ ...CLIENT, clientId: 'avc_2' }, fox.key)
    await registered.block('avc_1', '', act)
    await db.tables().transact(tx => personalData.erase(sharedTransaction(tx), fox.key, NOW))
    assert.equal(await applications.client('avc_2'), null)
    assert.deepEqual(await applications.client('avc_1'), {
      clientId: 'avc_1',
      name: 'avc_1',
      siteUrl: null,
      kind: 'public',
      redirectUris: [],
      createdAtMs: CLIENT.createdAtMs,
      registeredBy: 'user',
      blockedAtMs: NOW,
      secretHash: null,
      ownerKey: null,
    })
    const { items } = await registered.list({ limit: 10, offset: 0 })
    assert.deepEqual(
      items.map(({ owner }) => owner),
      [''],
    )
    assert.deepEqual(await applications.create({ ...CLIENT, clientId: 'avc_3' }, fox.key), {
      kind: 'application_blocked',
    })
    const wolf = await newPerson(db, 'wolf')
    const ofOthers = await applications.create({ ...CLIENT, clientId: 'avc_4' }, wolf.key)
    assert.equal(ofOthers.kind, 'created')
    assert.deepEqual(await registered.unblock('avc_1', act), { kind: 'changed' })
    const again = await applications.create({ ...CLIENT, clientId: 'avc_3' }, fox.key)
    assert.equal(again.kind, 'created')
  })

  it('deletes what was left of an application once its unblocking can no longer be undone', async t => {
    const db = await engine.open(t)
    const fox = await newPerson(db, 'fox')
    const { applications, personalData } = new OAuthStore({ db })
    const registered = new RegisteredApplicationStore({ db })
    const act = { actor: 'test', nowMs: NOW }
    await applications.create(CLIENT, fox.key)
    await applications.create({ ...CLIENT, clientId: 'avc_2' }, 'operators')
    await registered.block('avc_1', '', act)
    await db.tables().transact(tx => personalData.erase(sharedTransaction(tx), fox.key, NOW))
    await registered.unblock('avc_1', act)
    await registered.deleteUnblocked(NOW)
    assert.deepEqual(await registered.block('avc_1', '', act), { kind: 'changed' })
    await registered.deleteUnblocked(NOW + 1)
    assert.equal((await applications.client('avc_1'))?.blockedAtMs, NOW)
    await registered.unblock('avc_1', act)
    await registered.deleteUnblocked(NOW + 1)
    assert.equal(await applications.client('avc_1'), null)
    assert.notEqual(await applications.client('avc_2'), null)
  })

  it('enforces the limit of applications when a person creates several simultaneously', async t => {
    const db = await engine.open(t)
    const fox = await newPerson(db, 'fox')
    const { applications } = new OAuthStore({ db })
    const attempts = Array.from({ length: MAX_APPLICATIONS + 10 }, (_, at) => ({
      ...CLIENT,
      clientId: `avc_${at}`,
    }))
    const outcomes = await Promise.all(attempts.map(client => applications.create(client, fox.key)))
    assert.equal(outcomes.filter(({ kind }) => kind === 'created').length, MAX_APPLICATIONS)
    assert.equal((await applications.list(fox.key)).length, MAX_APPLICATIONS)
  })

  itRunsReviewedStatements(engine.name, 'oauth_applications')
})
