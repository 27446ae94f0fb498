import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startHttp } from '../../tests/support/http-layer.ts'
import { registerPage } from './http/routes.ts'
import { Metrics } from './metrics.ts'
import { metricsPage } from './metrics-page.ts'

const TOKEN = 'b3BlcmF0b3I'

describe('the metrics page', () => {
  it('is answered to programs of this machine', async t => {
    const { request } = await startHttp(t, server =>
      registerPage(server, '/metrics', metricsPage(new Metrics(), TOKEN)),
    )
    assert.equal((await request('/metrics')).status, 200)
    for (const Host of ['localhost', 'localhost:8787', '127.0.0.1:8787', '[::1]:8787']) {
      assert.equal((await request('/metrics', { headers: { Host } })).status, 200, Host)
    }
  })

  it('is 404 for requests through a proxy, by any of its headers', async t => {
    const { request } = await startHttp(t, server =>
      registerPage(server, '/metrics', metricsPage(new Metrics(), TOKEN)),
    )
    const told: Record<string, string>[] = [
      { Forwarded: 'for=203.0.113.7' },
      { Via: '1.1 proxy' },
      { 'X-Forwarded-For': '127.0.0.1' },
      { 'X-Forwarded-Host': 'localhost' },
      { 'X-Forwarded-Proto': 'https' },
      { 'X-Real-IP': '127.0.0.1' },
      { Host: 'avatars.example' },
    ]
    for (const headers of told) {
      const { status } = await request('/metrics', { headers })
      assert.equal(status, 404, JSON.stringify(headers))
    }
  })

  it('is answered to anybody with the admin token, and with no other token', async t => {
    const { request } = await startHttp(t, server =>
      registerPage(server, '/metrics', metricsPage(new Metrics(), TOKEN)),
    )
    const ask = async (Authorization: string) => {
      const { status } = await request('/metrics', { headers: { Host: 'avatars.example', Authorization } })
      return status
    }
    assert.equal(await ask(`Bearer ${TOKEN}`), 200)
    assert.equal(await ask('Bearer other'), 404)
  })
})
