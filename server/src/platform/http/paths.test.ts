import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Type } from 'typebox'
import { route, startHttp } from '../../../tests/support/http-layer.ts'
import { json } from '../../kernel/answer.ts'
import { registerPage, registerRoute } from './routes.ts'

function start(t: Parameters<typeof startHttp>[0]) {
  const params = Type.Object({ tag: Type.String() })
  return startHttp(t, server => {
    registerRoute(server, route({ path: '/page' }), async ({ context }) => json({ query: context.rawQuery }))
    registerRoute(server, route({ path: '/tags/{tag}', params }), async ({ params }) => json(params))
    registerRoute(server, route({ path: '/tags/{tag}.atom', params }), async ({ params }) => json(params))
    registerRoute(server, route({ method: 'POST', path: '/send' }), async () => json({ sent: true }))
    registerPage(server, '/docs', async () => json({ page: 'docs' }))
  })
}

describe('a path', () => {
  for (const [asked, answer] of [
    ['GET /docs/', { page: 'docs' }],
    ['GET /api/page/', { query: '' }],
    ['GET /api/page/?q=a/', { query: 'q=a/' }],
    ['GET /api/tags/fox/', { tag: 'fox' }],
    ['POST /api/send/', { sent: true }],
  ] as const) {
    it(`ignores a slash at its end: ${asked}`, async t => {
      const { request } = await start(t)
      const [method, path] = asked.split(' ') as [string, string]
      const reply = await request(path, { method })
      assert.equal(reply.status, 200)
      assert.deepEqual(JSON.parse(reply.body.toString()), answer)
    })
  }

  it('with a slash at its end answers 405 with its methods', async t => {
    const { request } = await start(t)
    const reply = await request('/api/send/')
    assert.equal(reply.status, 405)
    assert.equal(reply.headers.allow, 'OPTIONS, POST')
  })

  it('with two slashes at its end is 404', async t => {
    const { request } = await start(t)
    assert.equal((await request('/docs//')).status, 404)
  })

  for (const tag of ['fox', 'a\u2028b', 'a\nb', 'a/b', '.atom', '💩%', 'x'.repeat(4000)]) {
    it(`has a parameter before a suffix: ${JSON.stringify(tag.slice(0, 10))}`, async t => {
      const { request } = await start(t)
      const reply = await request(`/api/tags/${encodeURIComponent(tag)}.atom`)
      assert.equal(reply.status, 200)
      assert.deepEqual(JSON.parse(reply.body.toString()), { tag })
    })
  }
})
