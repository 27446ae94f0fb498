import assert from 'node:assert/strict'
import { it } from 'node:test'
import { withView } from './bytes-with-view.ts'
import { JsonWriter } from './json-writer.ts'

it('appends bytes of any length, from any place, unchanged', () => {
  const source = Buffer.from(Array.from({ length: 300 }, (_, i) => i % 251))
  for (let start = 0; start < 9; start++)
    for (let end = start; end <= source.length; end++) {
      const out = new JsonWriter(16).ascii('before').bytes(withView(source), start, end).ascii('after')
      const expected = [Buffer.from('before'), source.subarray(start, end), Buffer.from('after')]
      assert.deepEqual(out.toBuffer(), Buffer.concat(expected))
    }
})
