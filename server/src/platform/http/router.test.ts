import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RouteContract } from '@avatary/contract/route'
import { failure } from '../../kernel/answer.ts'
import type { Endpoint } from './context.ts'
import { Router } from './router.ts'

function create(): Router {
  const router = new Router(100)
  const add = (method: RouteContract['method'], path: string, isForAnyOrigin: boolean) =>
    router.add(method, path, endpoint(isForAnyOrigin))
  add('GET', '/avatars/{id}', true)
  add('DELETE', '/avatars/{id}', false)
  add('POST', '/avatars/submit', true)
  add('POST', '/avatars/{id}/report', true)
  add('GET', '/feeds/{tag}.atom', true)
  return router
}

function endpoint(isForAnyOrigin: boolean): Endpoint {
  return {
    name: 'test',
    group: 'none',
    refusedFrom: 0,
    cacheControl: 'no-store',
    headers: [],
    successHeaders: [],
    failurePageHeaders: null,
    status: 200,
    durations: [],
    isForAnyOrigin,
    answer: async () => failure('internal'),
  }
}

describe('the endpoint of a request', () => {
  const find = (url: string) => {
    const { endpoint, params, rawQuery } = create().find('POST', url) ?? {}
    return [endpoint?.isForAnyOrigin, { ...params }, rawQuery]
  }

  it('is that of a path without parameters, also with a slash at its end or an escape in it', () => {
    assert.deepEqual(find('/avatars/submit'), [true, {}, ''])
    assert.deepEqual(find('/avatars/submit?a=%20&b=?'), [true, {}, 'a=%20&b=?'])
    assert.deepEqual(find('/avatars/submit/?a=1'), [true, {}, 'a=1'])
    assert.deepEqual(find('/avatars/%73ubmit?a=1'), [true, {}, 'a=1'])
  })

  it('is that of a path with parameters, which it decodes', () => {
    assert.deepEqual(find('/avatars/a%20b/report?a=1'), [true, { id: 'a b' }, 'a=1'])
  })
})

describe('the methods of a path', () => {
  it('are those of its routes, HEAD with GET, and OPTIONS', () => {
    assert.deepEqual(create().methodsOf('/avatars/avtr_1'), {
      all: ['DELETE', 'GET', 'HEAD', 'OPTIONS'],
      ofAnyOrigin: ['GET', 'HEAD'],
      areForBrowsers: false,
    })
  })

  it('are its own although a parameter of another path would match', () => {
    for (const path of ['/avatars/submit', '/avatars/submit/'])
      assert.deepEqual(create().methodsOf(path)?.all, ['OPTIONS', 'POST'])
  })

  it('are those of a route whose parameter has a suffix', () => {
    assert.deepEqual(create().methodsOf('/feeds/v1.2.atom')?.all, ['GET', 'HEAD', 'OPTIONS'])
  })

  it('are those of the path without the slash at its end', () => {
    assert.deepEqual(create().methodsOf('/avatars/avtr_1/report/')?.all, ['OPTIONS', 'POST'])
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
    it(`are null for the unknown path ${path}`, () => assert.equal(create().methodsOf(path), null))
  }
})
