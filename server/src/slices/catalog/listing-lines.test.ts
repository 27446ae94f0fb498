import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeView } from '../../../tests/support/fake-view.ts'
import { listingLines } from './listing-lines.ts'

async function idsOf(chunks: AsyncIterable<Buffer>): Promise<string[]> {
  const text: string[] = []
  for await (const chunk of chunks) text.push(chunk.toString())
  return text
    .join('')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line).id)
}

describe('listing lines', () => {
  it('have every avatar once, in order, over any number of chunks', async () => {
    const view = new FakeView(1203)
    const slots = view.listedSlots('recent')
    assert.deepEqual(
      await idsOf(listingLines(view, slots)),
      [...slots].map(slot => `avtr_${slot}`),
    )
  })

  it('leave out avatars that are hidden during the download', async () => {
    const view = new FakeView(1000)
    const lines = listingLines(view, view.listedSlots('recent'))
    const first = await lines.next()
    assert.match(String(first.value), /avtr_999"/)
    view.hide(3)
    assert.doesNotMatch((await idsOf(lines)).join(' '), /avtr_3\b/)
  })

  it('are empty for an empty catalog', async () => {
    assert.deepEqual(await idsOf(listingLines(new FakeView(0), new Uint32Array())), [])
  })
})
