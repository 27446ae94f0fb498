import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LatestWrites } from './latest-writes.ts'

function start({ fails = [] as number[] } = {}) {
  const sent: string[] = []
  const failures: string[] = []
  const pauses: (() => void)[] = []
  const writes = new LatestWrites({
    send: async (key, isOn) => {
      sent.push(`${key} ${isOn}`)
      if (fails.includes(sent.length)) throw new Error('unreachable')
    },
    onFailure: (key, isOn, error) => void failures.push(`${key} ${isOn} ${error.message}`),
    pause: () => new Promise(resolve => pauses.push(resolve)),
  })
  const passPause = async () => {
    pauses.shift()?.()
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
  }
  return { writes, sent, failures, passPause }
}

describe('writes of switches', () => {
  it('are sent at once', async () => {
    const { writes, sent, passPause } = start()
    const written = writes.press('a', true)
    assert.deepEqual(sent, ['a true'])
    await passPause()
    await written
  })

  it('of several presses within a pause are one, with the last state', async () => {
    const { writes, sent, passPause } = start()
    writes.press('a', true)
    writes.press('a', false)
    writes.press('a', true)
    await passPause()
    assert.deepEqual(sent, ['a true'])
    writes.press('a', false)
    writes.press('a', true)
    writes.press('a', false)
    await passPause()
    await passPause()
    assert.deepEqual(sent, ['a true', 'a false'])
  })

  it('send the opposite when that was pressed last', async () => {
    const { writes, sent, passPause } = start()
    writes.press('a', true)
    const written = writes.press('a', false)
    await passPause()
    await passPause()
    await written
    assert.deepEqual(sent, ['a true', 'a false'])
  })

  it('of several switches do not wait for each other', () => {
    const { writes, sent } = start()
    writes.press('a', true)
    writes.press('b', false)
    assert.deepEqual(sent, ['a true', 'b false'])
  })

  it('that fail are reported once, unless the opposite is wanted by then', async () => {
    const { writes, failures, passPause } = start({ fails: [1, 2] })
    const first = writes.press('a', true)
    await passPause()
    await first
    assert.deepEqual(failures, ['a true unreachable'])
    writes.press('b', true)
    writes.press('b', false)
    await passPause()
    assert.deepEqual(failures, ['a true unreachable'])
  })
})
