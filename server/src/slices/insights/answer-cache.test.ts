import assert from 'node:assert/strict'
import { it } from 'node:test'
import { prepared } from '../../kernel/answer.ts'
import { answerCache } from './answer-cache.ts'

it('returns the same answer for the same query until the version changes', () => {
  let version = '1'
  const cache = answerCache(() => version)
  const make = () => prepared({ body: Buffer.from('{}') })
  const first = cache.get('a', make)
  assert.equal(cache.get('a', make), first)
  assert.notEqual(cache.get('b', make), first)
  version = '2'
  assert.notEqual(cache.get('a', make), first)
})

it('drops answers instead of exceeding its bound', () => {
  const cache = answerCache(() => '')
  const make = () => prepared({ body: Buffer.alloc(10 * 1024 * 1024) })
  const first = cache.get('a', make)
  cache.get('b', make)
  assert.notEqual(cache.get('a', make), first)
})
