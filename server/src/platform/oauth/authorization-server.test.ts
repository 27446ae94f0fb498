import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import { SOMEBODY } from '../../../tests/support/somebody.ts'
import type { Client } from '../../slices/oauth/applications.ts'
import type { KeptRecord, RecordStore } from '../../slices/oauth/records.ts'
import { createAuthorizationServer } from './authorization-server.ts'

const APPLICATION: Client = {
  clientId: 'avc_1',
  name: 'Lantern Board',
  siteUrl: null,
  kind: 'public',
  redirectUris: ['https://app.example/callback'],
  createdAtMs: 0,
  secretHash: null,
  registeredBy: 'user',
}

it('a decision of somebody whose account is deleted at that moment comes to nothing', async () => {
  const kept = new Map<string, KeptRecord>()
  let isLeaving = false
  const records: Partial<RecordStore> = {
    put: async ({ idHash, payload, expiresAtMs }) => {
      if (isLeaving) kept.clear()
      else kept.set(idHash, { payload, expiresAtMs, usedAtMs: null })
      return { kind: isLeaving ? 'orphan' : 'kept' }
    },
    find: async idHash => kept.get(idHash) ?? null,
  }
  const server = createAuthorizationServer({
    baseUrl: 'https://avatary.test/api',
    clock: new ManualClock(),
    records: records as RecordStore,
    applications: { client: async () => APPLICATION } as never,
    grants: { scopesOf: async () => [] } as never,
    people: { byKey: async () => ({ ...SOMEBODY, email: null }), confirm: async () => 'confirmed' },
    isClaimed: () => true,
    isSecretOf: () => false,
    consentPath: id => `/consent?id=${id}`,
    signInPath: id => `/sign-in?id=${id}`,
  })
  const person = { ...SOMEBODY, by: { kind: 'session', id: 'session-1' } } as const
  const asked = await server.authorize(
    [
      ['client_id', APPLICATION.clientId],
      ['redirect_uri', APPLICATION.redirectUris[0]!],
      ['response_type', 'code'],
      ['scope', 'identify'],
      ['code_challenge', 'c'.repeat(43)],
      ['code_challenge_method', 'S256'],
    ],
    person,
  )
  const id = new URLSearchParams(asked.location!.split('?')[1]).get('id')!
  assert.equal((await server.pending(id))?.waitsFor, 'decision')
  isLeaving = true
  await server.decide(id, 'allow')
  assert.equal(await server.pending(id), null)
  const { status, location } = await server.resume(id, person)
  assert.deepEqual([status, location], [400, null])
})
