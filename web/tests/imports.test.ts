import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, it } from 'node:test'
import { cyclesIn, ROOT, readSources } from '../../server/tests/architecture/source.ts'

const LAYERS = ['app', 'features', 'ui', 'lib']

const sources = readSources('web/src').filter(({ path }) => !path.endsWith('.test.ts'))

const layerOf = (path: string) => /^web\/src\/([^/]+)\//.exec(path)?.[1] ?? 'app'
const featureOf = (path: string) => /^web\/src\/features\/([^/]+)\//.exec(path)?.[1] ?? null

describe('the modules of the site', () => {
  it('import only layers below their own', () => {
    const wrong = sources.flatMap(({ path, imports }) =>
      imports
        .filter(target => target.startsWith('web/') && !target.includes('/styles/'))
        .filter(target => LAYERS.indexOf(layerOf(target)) < LAYERS.indexOf(layerOf(path)))
        .map(target => `${path} → ${target}`),
    )
    assert.deepEqual(wrong, [])
  })

  it('import no other feature', () => {
    const wrong = sources.flatMap(({ path, imports }) =>
      imports
        .filter(target => featureOf(path) !== null && featureOf(target) !== null)
        .filter(target => featureOf(target) !== featureOf(path))
        .map(target => `${path} → ${target}`),
    )
    assert.deepEqual(wrong, [])
  })

  it('import values in no cycle', () => {
    const imports = new Map(sources.map(({ path, valueImports }) => [path, valueImports]))
    assert.deepEqual(cyclesIn(imports), [])
  })

  it('import only types of the contract, whose schemas would be 25 kB of script', () => {
    const wrong = sources.flatMap(({ path, valueImports }) =>
      valueImports.filter(target => !target.startsWith('web/')).map(target => `${path} → ${target}`),
    )
    assert.deepEqual(wrong, [])
  })

  it('have style sheets whose names differ, as the names of their classes begin with them', () => {
    const names = globSync('web/src/**/*.module.css', { cwd: ROOT }).map(path => basename(path))
    assert.deepEqual(
      names.filter((name, at) => names.indexOf(name) !== at),
      [],
    )
  })
})
