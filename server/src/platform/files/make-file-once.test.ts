import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, utimesSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { testFolder } from '../../../tests/support/temp-folder.ts'
import { makeFileOnce } from './make-file-once.ts'

function setUp(t: TestContext) {
  const folder = testFolder(t, 'make-file-once')
  const path = join(folder, 'file')
  return { path, names: () => readdirSync(folder), text: () => readFileSync(path, 'utf8') }
}

describe('a file that is made once', () => {
  it('is not there, nor a draft of it, when it could not be completed', async t => {
    const { path, names, text } = setUp(t)
    const half = async (draft: string) => {
      await writeFile(draft, 'half')
      assert.equal(names().includes('file'), false)
      throw new Error('no space')
    }
    await assert.rejects(makeFileOnce(path, Date.now(), half), /no space/)
    assert.deepEqual(names(), [])
    await makeFileOnce(path, Date.now(), draft => writeFile(draft, 'whole'))
    assert.deepEqual([text(), names()], ['whole', ['file']])
  })

  it('stays as it is once it is made', async t => {
    const { path, text } = setUp(t)
    await makeFileOnce(path, Date.now(), draft => writeFile(draft, 'first'))
    await makeFileOnce(path, Date.now(), draft => writeFile(draft, 'second'))
    assert.equal(text(), 'first')
  })

  it('is that of the first who ends when two make it at once', async t => {
    const { path, names, text } = setUp(t)
    await makeFileOnce(path, Date.now(), async draft => {
      await makeFileOnce(path, Date.now(), inner => writeFile(inner, 'first'))
      await writeFile(draft, 'second')
    })
    assert.deepEqual([text(), names()], ['first', ['file']])
  })

  it('removes drafts that killed processes left, and no others', async t => {
    const { path, names } = setUp(t)
    const nowMs = Date.now()
    mkdirSync(`${path}.old`)
    mkdirSync(`${path}.new`)
    utimesSync(`${path}.old`, 0, nowMs / 1000 - 11 * 60)
    await makeFileOnce(path, nowMs, draft => writeFile(draft, ''))
    assert.deepEqual(names().toSorted(), ['file', 'file.new'])
  })
})
