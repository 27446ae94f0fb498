import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isClaimed, redirectUriProblem } from './redirect-uri.ts'

describe('a redirect URI', () => {
  for (const uri of [
    'https://app.example/callback',
    'https://app.example:8443/callback?tenant=1',
    'https://xn--fsq.example/%E7%8B%90',
    'https://[2001:db8::1]/callback',
    'https://192.0.2.1:8443/callback',
    'https://my_app.example/callback',
    'http://127.0.0.1/callback',
    'http://127.0.0.1:8000/callback',
    'http://[::1]:8000/callback',
    'http://localhost:3000/',
  ]) {
    it(`may be ${uri}`, () => {
      assert.equal(redirectUriProblem(uri, 'public'), null)
      assert.equal(redirectUriProblem(uri, 'confidential'), null)
    })
  }

  for (const uri of ['com.example.app:/callback', 'com.example.app://callback', 'io.github.fox:callback']) {
    it(`may be ${uri} for a public application only`, () => {
      assert.equal(redirectUriProblem(uri, 'public'), null)
      assert.match(redirectUriProblem(uri, 'confidential')!, /public applications/)
    })
  }

  for (const [uri, problem] of [
    ['', /ASCII/],
    ['callback', /absolute/],
    ['/callback', /absolute/],
    ['//app.example/callback', /absolute/],
    ['https://', /absolute/],
    ['https://app.example/#x', /fragment/],
    ['https://app.example/#', /fragment/],
    ['https://*.example/callback', /wildcard/],
    ['https://app.example/*', /wildcard/],
    ['https://app.example/ callback', /spaces/],
    ['https://app.example/\ncallback', /ASCII/],
    ['https://狐.example/', /ASCII/],
    ['https://user@app.example/', /user name/],
    ['https://user:secret@app.example/', /user name/],
    ['https://@app.example/', /user name/],
    ['com.example.app://user@host/callback', /user name/],
    ['https:app.example/callback', /normal form: `https:\/\/app\.example`/],
    ['https:///app.example/callback', /normal form/],
    ['HTTPS://APP.example/callback', /normal form/],
    ['https://%61pp.example/callback', /normal form/],
    ['https://app.example:443/callback', /normal form/],
    ['http://127.1/callback', /normal form: `http:\/\/127\.0\.0\.1`/],
    ['http://0x7f000001/callback', /normal form/],
    ['http://LOCALHOST/callback', /normal form/],
    ['https://app.example\\@evil.example/callback', /escaped/],
    ['https://app.example/"onclick="x', /escaped/],
    ['https://app.example/<script>', /escaped/],
    ['https://xn--/cb', /host that can exist/],
    ['https://app.xn--.example/cb', /host that can exist/],
    ['https://xn--zz/cb', /host that can exist/],
    ['https://app..example/cb', /host that can exist/],
    ['https://app.example./cb', /host that can exist/],
    ['https://-app.example/cb', /host that can exist/],
    [`https://${'a'.repeat(64)}.example/cb`, /host that can exist/],
    ['https://localhost/callback', /http with a loopback/],
    ['https://127.0.0.1/callback', /http with a loopback/],
    ['http://app.example/callback', /https/],
    ['http://127.0.0.1.evil.example/', /https/],
    ['http://192.168.1.4/callback', /https/],
    ['ftp://app.example/', /https/],
    ['javascript:alert(1)', /https/],
    ['data:text/html,x', /https/],
    ['file:///etc/passwd', /https/],
    ['myapp:/callback', /domain in reverse/],
    ['about:blank', /https/],
  ] as const) {
    it(`must not be ${JSON.stringify(uri)}`, () => {
      assert.match(redirectUriProblem(uri, 'public')!, problem)
    })
  }

  it('is claimed when no other program can receive what is sent to it', () => {
    assert.equal(isClaimed('https://app.example/callback'), true)
    assert.equal(isClaimed('http://127.0.0.1/callback'), false)
    assert.equal(isClaimed('com.example.app:/callback'), false)
  })
})
