import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { tempFolder } from '../../../tests/support/temp-folder.ts'
import { readBuild } from './build.ts'

const MANIFEST = {
  'main.tsx': { file: 'main.js', isEntry: true, imports: ['_a.js', '_b.js'], css: ['main.css'] },
  '_a.js': { file: 'a.js', imports: ['_b.js'], css: ['a.css'] },
  '_b.js': { file: 'b.js', imports: ['main.tsx'], css: ['b.css'] },
  'page.tsx': { file: 'page.js', imports: ['main.tsx'], css: ['page.css'] },
}

describe('the build of the web site', () => {
  const { path, remove } = tempFolder('site')
  after(remove)

  it('is null for a folder without one', async () => {
    assert.equal(await readBuild(path), null)
  })

  it('has the scripts and styles that the first script needs at once, and no others', async () => {
    await writeFile(join(path, 'manifest.json'), JSON.stringify(MANIFEST))
    const build = await readBuild(path)
    assert.equal(build?.script, '/assets/main.js')
    assert.deepEqual(build.preloads, ['/assets/a.js', '/assets/b.js'])
    assert.deepEqual(build.styles, ['/assets/main.css', '/assets/a.css', '/assets/b.css'])
  })
})
