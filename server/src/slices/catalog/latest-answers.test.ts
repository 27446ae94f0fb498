import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LatestAnswers } from './latest-answers.ts'

describe('the latest answers', () => {
  it('are found by query until 64 others were added', () => {
    const answers = new LatestAnswers<number>()
    for (let n = 0; n < 200; n++) {
      answers.add(`q=${n}`, n)
      for (let known = 0; known <= n; known++)
        assert.equal(answers.find(`q=${known}`), known > n - 64 ? known : undefined)
    }
  })

  it('replace the earlier answer to the same query', () => {
    const answers = new LatestAnswers<number>()
    for (let n = 0; n < 100; n++) {
      answers.add('q=fox', n)
      answers.add(`q=${n}`, n)
      assert.deepEqual([answers.find('q=fox'), answers.find(`q=${n}`)], [n, n])
    }
  })

  it('have none for an unknown query', () => {
    const answers = new LatestAnswers<number>()
    assert.equal(answers.find(''), undefined)
    answers.add('', 1)
    assert.equal(answers.find(''), 1)
  })
})
