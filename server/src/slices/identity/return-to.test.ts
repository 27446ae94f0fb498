import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { readReturnTo } from './return-to.ts'

const ALLOWED = [
  '/',
  '/account',
  '/account?tab=keys#new',
  '/avatars/avtr_1?q=fox%20tail&page=2',
  '/search?q=%E7%8B%90',
  '/%E7%8B%90',
  '/apiary',
  '/a:b@c',
  '/api/oauth2/authorize?client_id=x&redirect_uri=https%3A%2F%2Fapp.example%2Fback&response_type=code&scope=identify%20email&state=a%2Fb%5C',
]

const REFUSED_ADDRESSES = [
  '',
  'account',
  'https://evil.example',
  'https:evil.example',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  ' //evil.example',
  '/ /evil.example',
  '/%2f/evil.example',
  '/%2Fevil.example',
  '/%5cevil.example',
  '/%252fevil.example',
  '/%25252fevil.example',
  '/%09/evil.example',
  '/%0d%0aSet-Cookie:x',
  '/x\r\nSet-Cookie: a=b',
  '/..//evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/a//b',
  '/./a',
  '/a/../b',
  '/%2e%2e/b',
  '/a/%2e%2e%2fb',
  'javascript:alert(1)',
  '/x"onmouseover=',
  '/x<script>',
  '/狐',
  '/😀',
  '/api',
  '/API/logout',
  '/api/login?returnTo=/',
  '/api/oauth2/authorize/../../logout',
  '/api%2flogout',
  '/api/oauth2/authorize/',
  '/api/oauth2/token',
  `/${'a'.repeat(2600)}`,
]

describe('a path to return to', () => {
  it('may be any page of this site, including the consent page with its query', () => {
    for (const path of ALLOWED) assert.equal(readReturnTo(path), path)
  })

  it('must not lead to another site, however it is parsed', () => {
    for (const path of REFUSED_ADDRESSES) assert.equal(readReturnTo(path), null, path)
  })

  it('leads to this site for any input, in strict and lenient browsers', () => {
    const pieces = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2f',
      '%5c',
      '\t',
      '@',
      ':',
      '//',
      'a',
      '?',
      '#',
      '%2e',
      ' ',
    )
    const paths = fc.array(pieces, { maxLength: 8 }).map(parts => parts.join(''))
    fc.assert(
      fc.property(paths, path => {
        const read = readReturnTo(path)
        if (read === null) return
        for (const lenient of [read, read.replaceAll('%2f', '/').replaceAll('%5c', '\\')]) {
          assert.equal(
            new URL(lenient.split(/[?#]/)[0]!, 'https://own.example').origin,
            'https://own.example',
          )
        }
      }),
      { numRuns: 2000 },
    )
  })
})
