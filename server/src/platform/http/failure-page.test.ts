import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { Type } from 'typebox'
import { route, type ServiceOptions, startHttp } from '../../../tests/support/http-layer.ts'
import { empty, json } from '../../kernel/answer.ts'
import { Overload } from '../limits/overload.ts'
import { silentLog } from '../log.ts'
import { Metrics } from '../metrics.ts'
import { registerPage, registerRoute } from './routes.ts'

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const SIGN_IN = '/api/login'

const query = Type.Object({ days: Type.Optional(Type.Integer()) })

/** Serves a route to which browsers are sent, one for programs, and a page. */
const startWith = (t: TestContext, options: ServiceOptions = {}) =>
  startHttp(
    t,
    server => {
      const login = { path: '/login', isNavigation: true, status: 303, query } as const
      registerRoute(server, route(login), async () => empty(303, { Location: '/' }))
      registerRoute(server, route({ path: '/list', query }), async () => json({}))
      registerPage(server, '/', async () => {
        throw new Error('A bug')
      })
    },
    options,
  )

const titleOf = (body: Buffer) => /<h1>(.*?)<\/h1>/.exec(body.toString())?.[1]

describe('the page about an error', () => {
  it('tells a browser how long to wait, as the headers do, and leads on', async t => {
    const { request } = await startWith(t, { limits: { read: 1 } })
    await request(SIGN_IN, { headers: BROWSER })
    const { status, headers, body } = await request(SIGN_IN, { headers: BROWSER })
    assert.deepEqual([status, titleOf(body)], [429, 'A little too fast'])
    assert.match(body.toString(), new RegExp(`Try again in ${headers['retry-after']} seconds`))
    assert.match(body.toString(), /<a class="act" data-main href="">Try again</)
    assert.match(headers['content-type']!, /^text\/html/)
    assert.match(String(headers['content-security-policy']), /default-src 'none'/)
    assert.equal(headers['cache-control'], 'no-store')
  })

  it('is for browsers alone, and not for routes of programs', async t => {
    const { request } = await startWith(t)
    const program = await request(`${SIGN_IN}?days=many`)
    assert.equal(JSON.parse(program.body.toString()).code, 'invalid_parameter')
    const list = await request('/api/list?days=many', { headers: BROWSER })
    assert.equal(JSON.parse(list.body.toString()).code, 'invalid_parameter')
    const browser = await request(`${SIGN_IN}?days=many`, { headers: BROWSER })
    assert.deepEqual([browser.status, titleOf(browser.body)], [400, 'This address does not work'])
    assert.doesNotMatch(browser.body.toString(), /Try again/)
  })

  it('answers a method that the address does not take, and one that is too long', async t => {
    const { request } = await startWith(t)
    const posted = await request(SIGN_IN, { method: 'POST', headers: BROWSER })
    assert.deepEqual([posted.status, posted.headers.allow], [405, 'GET, HEAD, OPTIONS'])
    assert.equal(titleOf(posted.body), 'This address does not work')
    const long = await request(`${SIGN_IN}?x=${'a'.repeat(33 * 1024)}`, { headers: BROWSER })
    assert.deepEqual([long.status, titleOf(long.body)], [414, 'This address does not work'])
  })

  it('is that of an overload, too, in the language of the visitor, without spaces where it has none', async t => {
    const overload = new Overload({ lagMs: 100, log: silentLog, metrics: new Metrics(), random: () => 0 })
    overload.note(1000)
    const { request } = await startWith(t, { overload })
    const headers = { ...BROWSER, 'accept-language': 'ja' }
    const { status, headers: answered, body } = await request(SIGN_IN, { headers })
    assert.deepEqual([status, titleOf(body)], [503, '現在利用できません'])
    assert.equal(answered['content-language'], 'ja')
    assert.match(body.toString(), /混み合っています。2秒後にもう一度/)
  })

  it('names the request whose failure is in the log', async t => {
    const { request, lines } = await startWith(t)
    const { status, headers, body } = await request('/', { headers: BROWSER })
    assert.deepEqual([status, titleOf(body)], [500, 'Something failed on our side'])
    const id = String(headers['x-request-id'])
    assert.ok(body.includes(id) && lines.some(line => line.includes(id)))
  })
})
