import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { redirectUriProblem } from '../../../../server/src/slices/oauth/redirect-uri.ts'
import { redirectProblem } from './redirect-problem.ts'

const REFUSED = {
  'app.example/cb': 'no-ascii-url',
  'https://': 'no-ascii-url',
  'https://狐.example/': 'no-ascii-url',
  'https://app.example/ cb': 'no-ascii-url',
  'https://*.example/cb': 'wildcard',
  'https://app.example/#cb': 'fragment',
  'https://fox@app.example/cb': 'credentials',
  'http://example.com/cb': 'http',
  'http://192.168.1.4/cb': 'http',
  'http://127.0.0.1.evil.example/': 'http',
  'https://localhost/cb': 'https-loopback',
  'javascript:alert(1)': 'unknown-scheme',
  'myapp:/cb': 'unknown-scheme',
}

const ALLOWED = [
  'https://app.example:8443/cb?a=1',
  'http://127.0.0.1/cb',
  'http://[::1]:8000/',
  'http://localhost/',
]

describe('the check of redirect addresses while they are typed', () => {
  for (const [uri, problem] of Object.entries(REFUSED)) {
    it(`refuses ${uri}, as the server does`, () => {
      assert.deepEqual(redirectProblem(['https://app.example/', uri], 'public'), { uri, problem })
      assert.notEqual(redirectUriProblem(uri, 'public'), null)
    })
  }

  it('allows what the server allows', () => {
    for (const uri of ALLOWED) assert.equal(redirectUriProblem(uri, 'confidential'), null)
    assert.equal(redirectProblem(ALLOWED, 'confidential'), null)
  })

  it('allows schemes of apps for public applications alone', () => {
    const uri = 'com.example.app:/cb'
    assert.equal(redirectProblem([uri], 'public'), null)
    assert.deepEqual(redirectProblem([uri], 'confidential'), { uri, problem: 'private-scheme' })
  })

  it('refuses a duplicate', () => {
    const uri = 'https://app.example/cb'
    assert.deepEqual(redirectProblem([uri, uri], 'public'), { uri, problem: 'repeated' })
  })
})
