import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readManifest, writeManifest } from './manifest.ts'
import { isSameContent } from './same-content.ts'

const file = (path: string) => ({ path, bytes: 1, sha256: 'a', source: '' })

describe('the manifest of an export', () => {
  it('can be read again, and is sorted whatever the order of writing', () => {
    const files = ['world/list/popular-pc/0.json', 'atlas/12.jpg', 'index.json', '.nojekyll'].map(file)
    const cells = [{ cell: 1, id: 'b', picture: 'q' }]
    const writtenBytes = writeManifest(files, cells)
    assert.deepEqual(readManifest(writtenBytes)?.cells, cells)
    assert.ok(writtenBytes.equals(writeManifest(files.toReversed(), cells)))
  })

  it('that names files that no export writes is rejected', () => {
    for (const path of [
      '../a.json',
      '/etc/passwd',
      'world/../../a.json',
      'world/a.txt',
      'README.md',
      'world//a.json',
    ])
      assert.equal(readManifest(writeManifest([file(path)], [])), null, path)
    for (const text of ['', '{}', '[]', 'null', '{"files":[]}'])
      assert.equal(readManifest(Buffer.from(text)), null)
  })
})

describe('an answer', () => {
  const at = (now: string, name = 'x') =>
    Buffer.from(JSON.stringify({ ok: true, now, sections: { a: { now, name } } }))

  it('is the same if only its times differ, at any depth', () => {
    assert.ok(isSameContent(at('2026-01-01T00:00:00.000Z'), at('2026-01-02T00:00:00.000Z')))
    assert.ok(!isSameContent(at('2026-01-01T00:00:00.000Z'), at('2026-01-01T00:00:00.000Z', 'y')))
  })

  it('is different when a name that only looks like a time differs', () => {
    const named = (day: number) => at('2026-01-01T00:00:00.000Z', `"now":"2026-01-0${day}T00:00:00.000Z"`)
    assert.ok(!isSameContent(named(1), named(2)))
  })
})
