import assert from 'node:assert/strict'
import { it } from 'node:test'
import { prepared } from '../../kernel/answer.ts'
import { keepAnswers } from './kept-answers.ts'

it('returns the same answer for the same query until the version changes', () => {
  let version = '1'
  const kept = keepAnswers(() => version)
  const make = () => prepared({ body: Buffer.from('{}') })
  const first = kept.get('a', make)
  assert.equal(kept.get('a', make), first)
  assert.notEqual(kept.get('b', make), first)
  version = '2'
  assert.notEqual(kept.get('a', make), first)
})

it('drops answers instead of exceeding its bound', () => {
  const kept = keepAnswers(() => '')
  const make = () => prepared({ body: Buffer.alloc(9 * 1024 * 1024) })
  const first = kept.get('a', make)
  kept.get('b', make)
  assert.notEqual(kept.get('a', make), first)
})
