import assert from 'node:assert/strict'
import { it } from 'node:test'
import { FakeView } from '../../../tests/support/fake-view.ts'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import { JsonWriter } from '../../kernel/json-writer.ts'
import { catalogQuery } from '../catalog/index.ts'
import { envelopeForm } from './forms.ts'

it('a long list reuses the buffer of the previous one after that was sent', () => {
  const view = new FakeView(2000)
  const query = catalogQuery({ sort: 'recent', limit: 2000, offset: 0 })
  const out = new JsonWriter()
  const form = envelopeForm('list', new ManualClock())
  const memories = Array.from({ length: 3 }, () => {
    const { options } = form.write(view, { ...view.search(query), suggestions: [] }, query, out)
    assert.ok(options.body instanceof Buffer)
    assert.equal(JSON.parse(options.body.toString()).count, 2000)
    options.release!()
    return options.body.buffer
  })
  assert.equal(new Set(memories).size, 1)
})
