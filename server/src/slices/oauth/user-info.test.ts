import assert from 'node:assert/strict'
import { it } from 'node:test'
import { SOMEBODY } from '../../../tests/support/somebody.ts'
import type { AuthorizationServer } from './authorization-server.ts'
import { userInfoAnswer } from './user-info.ts'

it('userinfo refuses a token without the scope `identify` (RFC 6750 §3.1)', async () => {
  const live = { personKey: SOMEBODY.key, scopes: ['email'] }
  const server = { findLiveToken: async () => live } as Partial<AuthorizationServer> as AuthorizationServer
  const deps: Parameters<typeof userInfoAnswer>[1] = {
    loadServer: async () => server,
    profiles: { freshProfile: async () => ({ kind: 'fresh', person: SOMEBODY, checkedAtMs: 0 }) },
    emailOf: async () => 'fox@example.org',
    baseUrl: 'https://avatary.test/api',
  }
  const request = { headers: { authorization: 'Bearer avo_1' }, rawQuery: '' }
  const { status, value, headers } = await userInfoAnswer(request, deps)
  assert.equal(status, 403)
  assert.equal((value as { error: string }).error, 'insufficient_scope')
  assert.match(String(headers?.['WWW-Authenticate']), /error="insufficient_scope".*scope="identify"/)
})
