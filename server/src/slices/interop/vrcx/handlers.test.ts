import assert from 'node:assert/strict'
import { it } from 'node:test'
import { FakeView } from '../../../../tests/support/fake-view.ts'
import { PreparedAnswer, type RequestContext } from '../../../kernel/answer.ts'
import { BufferPool } from '../../../kernel/buffer-pool.ts'
import { catalogQuery } from '../../catalog/index.ts'
import { vrcxHandlers } from './handlers.ts'

it('a long list reuses the buffer of a list that was sent, and no other', async () => {
  const view = new FakeView(5000)
  const page = async () => view.search({ offset: 0, limit: 5000 })
  const { vrcxAvatars } = vrcxHandlers({
    view,
    search: { page, queryOf: catalogQuery },
    bufferPool: new BufferPool(),
  })
  const context = { rawQuery: '', method: 'GET', headers: {} } as RequestContext
  const ask = async () => {
    const query = { search: 'fox', n: 5000 }
    const answer = await vrcxAvatars({ query, params: undefined, body: undefined, context })
    assert.ok(answer instanceof PreparedAnswer && answer.options.body instanceof Buffer)
    assert.equal(JSON.parse(answer.options.body.toString()).length, 5000)
    return { memory: answer.options.body.buffer, release: answer.options.release! }
  }
  const [first, second] = await Promise.all([ask(), ask()])
  assert.notEqual(first.memory, second.memory)
  first.release()
  assert.equal((await ask()).memory, first.memory)
})
