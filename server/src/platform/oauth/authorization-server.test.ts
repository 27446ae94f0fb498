import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import { SOMEBODY } from '../../../tests/support/somebody.ts'
import type { Client } from '../../slices/oauth/applications.ts'
import type { ArtifactStore } from '../../slices/oauth/artifacts.sql.ts'
import type { StoredArtifact } from '../../slices/oauth/artifacts.ts'
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
  blockedAtMs: null,
  ownerKey: 1,
}

it('a decision has no effect when the account is deleted at the same time', async () => {
  const stored = new Map<string, StoredArtifact>()
  let isDeleted = false
  const artifacts: Partial<ArtifactStore> = {
    put: async ({ idHash, payload, expiresAtMs }) => {
      if (isDeleted) stored.clear()
      else stored.set(idHash, { payload, expiresAtMs, usedAtMs: null })
      return { kind: isDeleted ? 'orphan' : 'stored' }
    },
    find: async idHash => stored.get(idHash) ?? null,
  }
  const server = createAuthorizationServer({
    baseUrl: 'https://avatary.test/api',
    clock: new ManualClock(),
    artifacts: artifacts as ArtifactStore,
    applications: { client: async () => APPLICATION } as never,
    grants: { scopesOf: async () => [] } as never,
    findPerson: async () => SOMEBODY,
    profiles: { freshProfile: async () => ({ kind: 'fresh', person: SOMEBODY, checkedAtMs: 0 }) },
    isClaimed: () => true,
    isSecretOf: () => false,
    consentPath: id => `/consent?id=${id}`,
    signInPath: id => `/sign-in?id=${id}`,
  })
  const person = { ...SOMEBODY, by: { kind: 'session', id: 'session-1' } } as const
  const reply = await server.authorize(
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
  const id = new URLSearchParams(reply.location!.split('?')[1]).get('id')!
  assert.equal((await server.findRequest(id))?.waitsFor, 'decision')
  isDeleted = true
  await server.decide(id, 'allow')
  assert.equal(await server.findRequest(id), null)
  const { status, location } = await server.resume(id, person)
  assert.deepEqual([status, location], [400, null])
})
