import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { UpstreamSending } from '../../kernel/upstream.ts'
import { prepareRequest, type RequestOrigin } from './request.ts'

const ADDRESS: RequestOrigin = {
  baseUrl: 'https://api.example/v1',
  userAgent: 'Avatary/0.1 (operator@example.org)',
}

const prepare = (path: string, sending: Omit<UpstreamSending, 'schema'> = {}, address = ADDRESS) =>
  prepareRequest(address, 'POST', path, sending)

describe('a request', () => {
  it('has the path and query, with encoded values', () => {
    const sending = {
      params: { id: 'a/b?c#d ü' },
      query: { q: 'red fox&x=1', n: 5, open: true, none: undefined, 'page[count]': '7', in: ['a', 'b'] },
    }
    assert.equal(
      prepare('/things/{id}/x', sending).url,
      'https://api.example/v1/things/a%2Fb%3Fc%23d%20%C3%BC/x?q=red+fox%26x%3D1&n=5&open=true&page%5Bcount%5D=7&in=a&in=b',
    )
    assert.equal(prepare('', { query: { search: 'x' } }).url, 'https://api.example/v1?search=x')
  })

  for (const id of ['', '.', '..', undefined])
    it(`is not sent with ${JSON.stringify(id)} in its path`, () => {
      const params = id === undefined ? {} : { id }
      assert.throws(() => prepare('/things/{id}', { params }), /needs a valid id/)
    })

  it('cannot leave the base URL', () => {
    assert.throws(() => prepare('@evil.example/'), /must begin with a slash/)
    assert.throws(() => prepare('/x', {}, { ...ADDRESS, baseUrl: 'file:///etc' }), /only http: and https:/)
  })

  it('asks for JSON, and says who sends it', () => {
    assert.deepEqual(prepare('/x').headers, { accept: 'application/json', 'user-agent': ADDRESS.userAgent })
  })

  it('has JSON or a form as its body', () => {
    const json = prepare('/x', { body: { json: { a: ['ü'] } } })
    assert.deepEqual([json.headers['content-type'], json.body], ['application/json', '{"a":["ü"]}'])
    const form = prepare('/x', { body: { form: { a: 'b c', d: '&' } } })
    assert.deepEqual(
      [form.headers['content-type'], form.body],
      ['application/x-www-form-urlencoded', 'a=b+c&d=%26'],
    )
    assert.equal(prepare('/x').body, null)
  })

  it('sends credentials in the header of their kind', () => {
    const authorization = (credentials: NonNullable<UpstreamSending['credentials']>) =>
      prepare('/x', { credentials }).headers.authorization
    assert.equal(authorization({ kind: 'bearer', token: 't' }), 'Bearer t')
    assert.equal(authorization({ kind: 'bot', token: 't' }), 'Bot t')
    const basic = authorization({ kind: 'basic', user: 'a:b', password: 'ü' })!
    assert.equal(Buffer.from(basic.slice(6), 'base64').toString(), 'a%3Ab:%C3%BC')
    const cookies = { auth: 'authcookie_1', twoFactorAuth: 'x.y=' }
    const { headers } = prepare('/x', { credentials: { kind: 'cookies', cookies } })
    assert.equal(headers.cookie, 'auth=authcookie_1; twoFactorAuth=x.y=')
  })

  it('is refused when a header is invalid, without its value in the error', () => {
    const tokens: NonNullable<UpstreamSending['credentials']>[] = [
      { kind: 'bearer', token: 'hush\r\nx: y' },
      { kind: 'bearer', token: 'hush狐' },
      { kind: 'cookies', cookies: { auth: 'hush; admin=1' } },
    ]
    for (const credentials of tokens)
      assert.throws(
        () => prepare('/x', { credentials }),
        (error: Error) => error instanceof TypeError && !error.stack!.includes('hush'),
      )
  })

  it('lists all its values that must not be logged', () => {
    const { secrets } = prepare('/{id}', {
      params: { id: 'path' },
      query: { q: 'query', n: 5, in: ['list'] },
      credentials: { kind: 'cookies', cookies: { auth: 'cookie' } },
      body: { json: { a: [{ b: 'body' }], c: 1 } },
    })
    assert.deepEqual(secrets.toSorted(), ['body', 'cookie', 'list', 'path', 'query'])
    const form = prepare('/', {
      body: { form: { code: 'code' } },
      credentials: { kind: 'bot', token: 'bot' },
    })
    assert.deepEqual(form.secrets.toSorted(), ['bot', 'code'])
  })
})
