import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createSealer } from './sealed.ts'

const key = (fill: number) => Buffer.alloc(32, fill)
const TEXT = 'grant with ✨'

describe('a sealed text', () => {
  it('opens for what it is about, and differs each time', () => {
    const sealer = createSealer([key(1)], 'grants')
    const sealed = sealer.seal(TEXT, 'person 7')
    assert.equal(sealer.open(sealed, 'person 7'), TEXT)
    assert.notEqual(sealer.seal(TEXT, 'person 7'), sealed)
    assert.equal(sealer.open(sealer.seal('', 'x'), 'x'), '')
  })

  it('does not contain its text', () => {
    const sealed = createSealer([key(1)], 'grants').seal('secret '.repeat(40), 'x')
    assert.equal(Buffer.from(sealed.split('.')[1]!, 'base64url').includes('secret'), false)
    assert.match(sealed, /^[\w-]{8}\.[\w-]+$/)
  })

  it('does not open for another row, purpose or key', () => {
    const sealed = createSealer([key(1)], 'grants').seal(TEXT, 'person 7')
    assert.equal(createSealer([key(1)], 'grants').open(sealed, 'person 8'), null)
    assert.equal(createSealer([key(1)], 'sign-in').open(sealed, 'person 7'), null)
    assert.equal(createSealer([key(2)], 'grants').open(sealed, 'person 7'), null)
  })

  it('does not open after a change of any byte, or when it was cut', () => {
    const sealer = createSealer([key(1)], 'grants')
    const [id, body] = sealer.seal(TEXT, 'x').split('.') as [string, string]
    const bytes = Buffer.from(body, 'base64url')
    for (let at = 0; at < bytes.length; at++) {
      const changedBytes = Buffer.from(bytes)
      changedBytes[at] = changedBytes[at]! ^ 1
      assert.equal(sealer.open(`${id}.${changedBytes.toString('base64url')}`, 'x'), null, `byte ${at}`)
    }
    for (const length of [0, 1, 12, 27, bytes.length - 1]) {
      assert.equal(sealer.open(`${id}.${bytes.subarray(0, length).toString('base64url')}`, 'x'), null)
    }
    for (const nonsense of ['', '.', 'x', `${id}`, `${id}.`, '💥']) {
      assert.equal(sealer.open(nonsense, 'x'), null)
    }
  })

  it('opens with an older key, and is reported as stale', () => {
    const before = createSealer([key(1)], 'grants')
    const sealed = before.seal(TEXT, 'x')
    const after = createSealer([key(2), key(1)], 'grants')
    assert.equal(after.open(sealed, 'x'), TEXT)
    assert.deepEqual([before.isStale(sealed), after.isStale(sealed)], [false, true])
    assert.equal(before.open(after.seal(TEXT, 'x'), 'x'), null)
  })
})
