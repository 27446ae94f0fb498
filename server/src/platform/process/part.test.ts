import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startHttp } from '../../../tests/support/http-layer.ts'
import { empty } from '../../kernel/answer.ts'
import { registerParts } from './part.ts'
import { Readiness } from './readiness.ts'

it('pages that show the catalog answer 503 until the process is ready, and others at once', async t => {
  const readiness = new Readiness()
  const page = async () => empty(204)
  const pages = { '/avatar/{id}': page, '/about': page }
  const pageOptions = { '/avatar/{id}': { needsCatalog: true } }
  const { request } = await startHttp(t, server => registerParts(server, [{ pages, pageOptions }], readiness))
  const starting = await request('/avatar/1')
  assert.deepEqual([starting.status, starting.headers['retry-after']], [503, '2'])
  assert.equal((await request('/about')).status, 204)
  readiness.isReady = true
  assert.equal((await request('/avatar/1')).status, 204)
})
