import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeView } from '../../../tests/support/fake-view.ts'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import { prepared } from '../../kernel/answer.ts'
import { SharedAnswers } from './shared-answers.ts'

function setUp() {
  const view = new FakeView(1)
  const clock = new ManualClock()
  const shared = new SharedAnswers({ view, clock })
  const madeNames: string[] = []
  const ask = (name: string) =>
    shared.get(name, async () => {
      madeNames.push(name)
      return prepared({ body: Buffer.from(name) })
    })
  return { view, clock, shared, made: madeNames, ask }
}

describe('shared answers', () => {
  it('are the same object for the same request within a second', async () => {
    const { ask, clock, made } = setUp()
    const first = await ask('a')
    clock.advance(999)
    assert.equal(await ask('a'), first)
    await ask('b')
    clock.advance(1)
    assert.notEqual(await ask('a'), first)
    assert.deepEqual(made, ['a', 'b', 'a'])
  })

  it('are made again when the catalog changes, even while an answer is being made', async () => {
    const { ask, view, shared, made } = setUp()
    await ask('a')
    view.add()
    await ask('a')
    assert.equal(made.length, 2)
    await shared.get('c', async () => {
      view.add()
      return prepared({ body: Buffer.from('before') })
    })
    const after = await ask('c')
    assert.equal(after.options.body.toString(), 'c')
  })

  it('are not cached after a failure, and at most a hundred are cached', async () => {
    const { ask, shared, made } = setUp()
    await assert.rejects(shared.get('a', () => Promise.reject(new Error('down'))))
    await ask('a')
    for (let n = 0; n < 100; n++) await ask(`${n}`)
    const before = made.length
    await ask('a')
    await ask('99')
    assert.equal(made.length, before + 1)
  })
})
