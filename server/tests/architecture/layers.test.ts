import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { isTest, ROOT, readSources } from './source.ts'

/** Assigns files to layers; the first match wins. */
const LAYERS: readonly (readonly [layer: string, files: RegExp])[] = [
  ['cli', /^server\/src\/(cli\/|(main|serve|cli)\.ts$)/],
  ['composition', /^server\/src\/(composition|demo)\/|^server\/src\/(app|catalog-parts)\.ts$/],
  ['kernel', /^server\/src\/(kernel\/|handlers\.ts$)/],
  ['migrations', /^server\/migrations\//],
  ['$1', /^server\/src\/([^/]+)\//],
  ['$1', /^([^/]+)\//],
]

const EVERYBODYS = ['kernel', 'contract']

function layerOf(path: string): string {
  const [layer, files] = LAYERS.find(([, files]) => files.test(path))!
  return layer.replace('$1', files.exec(path)![1] ?? '')
}

/** The edges between layers, and whether values or only types are imported along them. */
function importedEdges(): string[] {
  const edges = new Map<string, boolean>()
  for (const { path, imports, valueImports } of readSources('contract', 'client/src', 'server', 'sim')) {
    if (isTest(path)) continue
    const from = layerOf(path)
    for (const target of imports) {
      const to = layerOf(target)
      if (from === to || (EVERYBODYS.includes(to) && !EVERYBODYS.includes(from))) continue
      const edge = `${from} ${to}`
      edges.set(edge, edges.get(edge) === true || valueImports.includes(target))
    }
  }
  return [...edges].map(([edge, hasValues]) => edge.replace(' ', hasValues ? ' --> ' : ' -. types .-> '))
}

function drawnEdges(): string[] {
  const text = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')
  const [, picture] = /```mermaid\n([\s\S]*?)```/.exec(text)!
  return picture!.split('\n').flatMap(line => (line.includes('>') ? [line.trim()] : []))
}

it('the layers import each other as ARCHITECTURE.md draws them', () => {
  assert.deepEqual(drawnEdges().sort(), importedEdges().sort())
})
