import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AllowedMethods } from './allowed-methods.ts'

function create(): AllowedMethods {
  const allowed = new AllowedMethods()
  allowed.add('GET', '/avatars/{id}', true)
  allowed.add('DELETE', '/avatars/{id}', false)
  allowed.add('POST', '/avatars/submit', true)
  allowed.add('POST', '/avatars/{id}/report', true)
  allowed.add('GET', '/feeds/{tag}.atom', true)
  return allowed
}

describe('the methods of a path', () => {
  it('are those of its routes, HEAD with GET, and OPTIONS', () => {
    assert.deepEqual(create().of('/avatars/avtr_1'), {
      all: ['DELETE', 'GET', 'HEAD', 'OPTIONS'],
      ofAnyOrigin: ['GET', 'HEAD'],
    })
  })

  it('are those of every route that matches it', () => {
    assert.deepEqual(create().of('/avatars/submit')?.all, ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST'])
  })

  it('are those of a route whose parameter has something behind it', () => {
    assert.deepEqual(create().of('/feeds/v1.2.atom')?.all, ['GET', 'HEAD', 'OPTIONS'])
  })

  it('are those of the path without the slash at its end', () => {
    assert.deepEqual(create().of('/avatars/avtr_1/report/')?.all, ['OPTIONS', 'POST'])
  })

  for (const path of [
    '/feeds/fox',
    '/feeds/.atom',
    '/avatars',
    '/avatars/',
    '/avatars/a/b',
    '/avatars/a/report//',
    '/',
    '',
    '*',
  ]) {
    it(`are none for ${path}, which no route has`, () => assert.equal(create().of(path), null))
  }
})
