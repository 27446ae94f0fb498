import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { describe, it } from 'node:test'
import { unlessAborted } from './unless-aborted.ts'

describe('work unless a signal aborts', () => {
  it('gives its result or its failure, and leaves no listener', async () => {
    const { signal } = new AbortController()
    assert.equal(await unlessAborted(Promise.resolve(1), signal), 1)
    assert.equal(await unlessAborted(Promise.resolve(1), undefined), 1)
    await assert.rejects(unlessAborted(Promise.reject(new Error('no space')), signal), /no space/)
    assert.deepEqual(getEventListeners(signal, 'abort'), [])
  })

  it('gives null when the signal aborts first, before or meanwhile', async () => {
    const controller = new AbortController()
    const work = Promise.withResolvers<number>()
    const result = unlessAborted(work.promise, controller.signal)
    controller.abort()
    assert.equal(await result, null)
    assert.equal(await unlessAborted(Promise.resolve(1), controller.signal), null)
  })

  it('ignores a failure after the signal has aborted', async () => {
    const controller = new AbortController()
    const work = Promise.withResolvers<number>()
    const result = unlessAborted(work.promise, controller.signal)
    controller.abort()
    work.reject(new Error('too late'))
    assert.equal(await result, null)
    assert.equal(await unlessAborted(Promise.reject(new Error('later')), controller.signal), null)
  })
})
