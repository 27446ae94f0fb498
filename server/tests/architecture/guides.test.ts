import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { ROOT, readSources } from './source.ts'

const GUIDES = ['CONTRIBUTING.md', 'ARCHITECTURE.md', 'server/tests/README.md', 'server/src/**/README.md']
/** Files and folders that are made by a build, a run or an export. */
const GENERATED = ['server/dist', 'web/screenshots', 'insights.snapshot', 'manifest.json']

/** Text in backticks, outside of examples of several lines. */
function codeIn(path: string): string[] {
  const prose = readFileSync(join(ROOT, path), 'utf8').replace(/```[\s\S]*?```/g, '')
  return Array.from(prose.matchAll(/`([^`\n]+)`/g), ([, code]) => code!)
}

const guides = globSync(GUIDES, { cwd: ROOT, exclude: ['**/node_modules'] })
const files = globSync('**/*', { cwd: ROOT, exclude: ['**/node_modules', '**/dist', 'web/screenshots'] })
const code = readSources('client', 'contract', 'server', 'sim', 'web')
  .map(({ text }) => text)
  .join('\n')
const words = new Set(code.match(/[A-Za-z_$][\w$]*/g))

/** Matches the ends of paths to a file, or the path of a folder; `…`, `*` and `<slice>` stand for any name. */
function pathPattern(named: string): RegExp {
  const path = named.replaceAll('.', String.raw`\.`).replaceAll(/…|\*|<\w+>/g, '[^/]*')
  return named.endsWith('/') ? new RegExp(`^${path}`) : new RegExp(`(^|/)${path}($|/)`)
}

const isPath = (named: string): boolean =>
  /^[\w@.…*<>/-]+\.(ts|tsx|css|md|sh|json|snapshot)$/.test(named) ||
  /^(client|contract|docs|script|server|sim|web)\/[\w@.…*<>/-]+$/.test(named)

describe('the guides for developers', () => {
  for (const guide of guides)
    it(`name only files that there are: ${guide}`, () => {
      const names = codeIn(guide).filter(name => isPath(name) && !GENERATED.includes(name) && name[0] !== '.')
      const missing = names.filter(name => !files.some(path => pathPattern(name).test(path)))
      assert.deepEqual(missing, [])
    })

  for (const guide of ['CONTRIBUTING.md', 'server/tests/README.md'])
    it(`name only what is in the code: ${guide}`, () => {
      const names = codeIn(guide).filter(name => /^[A-Za-z_$][\w$]*$/.test(name))
      assert.deepEqual(
        names.filter(name => !words.has(name)),
        [],
      )
      const called = codeIn(guide).flatMap(name => /^(\w+)\(.*\)$/.exec(name)?.[1] ?? [])
      const missing = called.filter(name => !new RegExp(`^export .*\\b${name}\\b`, 'm').test(code))
      assert.deepEqual(missing, [])
    })
})
