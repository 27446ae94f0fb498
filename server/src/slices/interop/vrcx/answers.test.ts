import assert from 'node:assert/strict'
import { it } from 'node:test'
import { FakeView } from '../../../../tests/support/fake-view.ts'
import { BufferPool } from '../../../kernel/buffer-pool.ts'
import { writeVrcxList } from './answers.ts'

it('a long list yields to the event loop, and omits avatars that were hidden meanwhile', async () => {
  const view = new FakeView(3000)
  const answer = writeVrcxList(
    view,
    Array.from({ length: 3000 }, (_, slot) => slot),
    new BufferPool(),
  )
  let turns = 0
  const count = () => {
    turns++
    setImmediate(count).unref()
  }
  setImmediate(count).unref()
  view.hide(5, 2500)
  const ids = (JSON.parse((await answer).toBuffer().toString()) as { id: string }[]).map(({ id }) => id)
  assert.ok(turns >= 3, `${turns} turns`)
  assert.equal(ids.length, 2999)
  assert.ok(ids.includes('avtr_5') && !ids.includes('avtr_2500'))
})

it('a list of no avatars is an empty list', async () => {
  const list = await writeVrcxList(new FakeView(0), [], new BufferPool())
  assert.equal(list.toBuffer().toString(), '[]')
})
