import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { it } from 'node:test'
import { INHERITED } from '../support/environment.ts'
import { tempFolder } from '../support/temp-folder.ts'

const SCRIPT = resolve(import.meta.dirname, '../../../script/lib/build.sh')
const HOUR_S = 3600

it('a build keeps the files of the last one, which a running process may still load, and no older ones', t => {
  const folder = tempFolder('build')
  t.after(() => folder.remove())
  const path = (name: string) => join(folder.path, name)
  // It stands for the bundler.
  writeFileSync(path('node'), '#!/bin/sh\ntouch "dist/$BUILD.js"\n')
  chmodSync(path('node'), 0o755)
  const build = (name: string) => {
    execFileSync('bash', ['-c', `. '${SCRIPT}'; bundle`], {
      cwd: folder.path,
      env: { PATH: `${folder.path}:${INHERITED.PATH}`, BUILD: name },
    })
    passHour(path('dist'))
  }
  build('first')
  build('second')
  assert.ok(existsSync(path('dist/first.js')))
  build('third')
  assert.deepEqual(readdirSync(path('dist')).sort(), ['.begun', 'second.js', 'third.js'])
})

/** Makes all files of a folder older, those that were written last the least. */
function passHour(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const writtenAt = statSync(path).mtimeMs / 1000 - HOUR_S
    // The system may give both the same time.
    utimesSync(path, writtenAt, name === '.begun' ? writtenAt - 1 : writtenAt)
  }
}
