import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { tempFolder } from '../../../tests/support/temp-folder.ts'
import { readBuild } from './build.ts'

const MANIFEST = {
  'main.tsx': {
    file: 'main.js',
    isEntry: true,
    imports: ['_a.js', '_b.js'],
    css: ['main.css'],
    dynamicImports: [
      'src/features/avatar/page.tsx',
      'src/app/texts.ja.ts',
      'src/app/texts.ko.ts',
      'src/features/search/texts.ja.ts',
    ],
  },
  '_a.js': { file: 'a.js', imports: ['_b.js'], css: ['a.css'] },
  '_b.js': { file: 'b.js', imports: ['main.tsx'], css: ['b.css'] },
  'src/features/avatar/page.tsx': {
    file: 'page.js',
    imports: ['main.tsx'],
    css: ['page.css'],
    dynamicImports: ['src/features/avatar/texts.ja.ts', 'src/features/avatar/report-texts.ja.ts'],
  },
  'src/app/texts.ja.ts': { file: 'app.ja.js', imports: ['main.tsx'] },
  'src/app/texts.ko.ts': { file: 'app.ko.js' },
  'src/features/search/texts.ja.ts': { file: 'search.ja.js' },
  'src/features/avatar/texts.ja.ts': { file: 'avatar.ja.js' },
  'src/features/avatar/report-texts.ja.ts': { file: 'report.ja.js' },
}

describe('the build of the web site', () => {
  const { path, remove } = tempFolder('site')
  after(remove)

  it('is null for a folder without a build', async () => {
    assert.equal(await readBuild(path), null)
  })

  it('has exactly the scripts and styles that the first script needs at once', async () => {
    await writeFile(join(path, 'manifest.json'), JSON.stringify(MANIFEST))
    const build = await readBuild(path)
    assert.equal(build?.script, '/assets/main.js')
    const { preloads, styles } = build.filesOf(null, 'en')
    assert.deepEqual(preloads, ['/assets/a.js', '/assets/b.js'])
    assert.deepEqual(styles, ['/assets/main.css', '/assets/a.css', '/assets/b.css'])
  })

  it("has those of a page, and the page's texts in one language", async () => {
    await writeFile(join(path, 'manifest.json'), JSON.stringify(MANIFEST))
    const build = (await readBuild(path))!
    const first = ['/assets/a.js', '/assets/b.js']
    assert.deepEqual(build.filesOf('avatar', 'ja').preloads, [
      ...first,
      '/assets/page.js',
      '/assets/app.ja.js',
      '/assets/avatar.ja.js',
    ])
    assert.equal(build.filesOf('avatar', 'en').styles.at(-1), '/assets/page.css')
    assert.deepEqual(build.filesOf('search', 'ja').preloads, [
      ...first,
      '/assets/app.ja.js',
      '/assets/search.ja.js',
    ])
  })
})
