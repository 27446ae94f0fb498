import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { redirectUriProblem } from '../../../../server/src/slices/oauth/redirect-uri.ts'
import { redirectProblem } from './redirect-problem.ts'

const REFUSED = {
  'app.example/cb': 'address',
  'https://': 'address',
  'https://狐.example/': 'address',
  'https://app.example/ cb': 'address',
  'https://*.example/cb': 'wildcard',
  'https://app.example/#cb': 'fragment',
  'https://fox@app.example/cb': 'user',
  'http://example.com/cb': 'insecure',
  'http://192.168.1.4/cb': 'insecure',
  'http://127.0.0.1.evil.example/': 'insecure',
  'https://localhost/cb': 'loopback',
  'javascript:alert(1)': 'scheme',
  'myapp:/cb': 'scheme',
}

const ALLOWED = [
  'https://app.example:8443/cb?a=1',
  'http://127.0.0.1/cb',
  'http://[::1]:8000/',
  'http://localhost/',
]

describe('the check of redirect addresses while they are typed', () => {
  for (const [address, problem] of Object.entries(REFUSED)) {
    it(`refuses ${address}, as the server does`, () => {
      assert.deepEqual(redirectProblem(['https://app.example/', address], 'public'), { address, problem })
      assert.notEqual(redirectUriProblem(address, 'public'), null)
    })
  }

  it('allows what the server allows', () => {
    for (const address of ALLOWED) assert.equal(redirectUriProblem(address, 'confidential'), null)
    assert.equal(redirectProblem(ALLOWED, 'confidential'), null)
  })

  it('allows schemes of apps for public applications alone', () => {
    const address = 'com.example.app:/cb'
    assert.equal(redirectProblem([address], 'public'), null)
    assert.deepEqual(redirectProblem([address], 'confidential'), { address, problem: 'confidential' })
  })

  it('refuses a duplicate address', () => {
    const address = 'https://app.example/cb'
    assert.deepEqual(redirectProblem([address, address], 'public'), { address, problem: 'twice' })
  })
})
