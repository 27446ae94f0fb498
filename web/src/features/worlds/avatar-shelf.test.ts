import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'

const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8')

describe('the example of the guide for world makers', () => {
  it('is the one of docs/world.md', () => {
    const [, documented] = /```csharp\n(.*?)```/s.exec(read('../../../../docs/world.md'))!
    assert.equal(read('avatar-shelf.cs'), documented)
  })
})
