import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { it } from 'node:test'
import { INHERITED } from '../support/environment.ts'
import { testFolder } from '../support/temp-folder.ts'

const SCRIPT = resolve(import.meta.dirname, '../../../script/lib/build.sh')
const DAY_S = 86_400

it('a build keeps the files of earlier ones, which a running process may still load, for a day', t => {
  const folder = testFolder(t, 'build')
  const path = (name: string) => join(folder, name)
  // Replaces the bundler, which takes a second.
  writeFileSync(path('node'), '#!/bin/sh\ntouch -d "1 second" "dist/$BUILD.js"\n')
  chmodSync(path('node'), 0o755)
  const build = (name: string) =>
    execFileSync('bash', ['-c', `. '${SCRIPT}'; bundle`], {
      cwd: folder,
      env: { PATH: `${folder}:${INHERITED.PATH}`, BUILD: name },
    })
  build('first')
  passDay(path('dist'))
  build('second')
  build('third')
  assert.deepEqual(readdirSync(path('dist')).sort(), ['.begun', 'first.js', 'second.js', 'third.js'])
  passDay(path('dist'))
  build('fourth')
  assert.deepEqual(readdirSync(path('dist')).sort(), ['.begun', 'fourth.js', 'third.js'])
})

it('a build that fails leaves no stamp, so that the next one runs again', t => {
  const folder = testFolder(t, 'build')
  const path = (name: string) => join(folder, name)
  for (const name of ['site/dist', 'node_modules', 'src']) mkdirSync(path(name), { recursive: true })
  writeFileSync(path('package-lock.json'), '{}')
  const script = (command: string) => `. '${SCRIPT}'; alone() { :; }; build 'site' site '${command}' src`
  const build = (command: string) =>
    spawnSync('bash', ['-c', script(command)], { cwd: folder, env: { PATH: INHERITED.PATH } })
  assert.equal(build('false').status, 1)
  assert.equal(existsSync(path('site/dist/.built')), false)
  assert.equal(build('true').status, 0)
  assert.equal(existsSync(path('site/dist/.built')), true)
})

/** Sets the times of all files in a folder back by a day. */
function passDay(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const writtenAt = statSync(path).mtimeMs / 1000 - DAY_S - 60
    utimesSync(path, writtenAt, writtenAt)
  }
}
