import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** The type of a value for a world: VRCJson's token types, with the shape of their content. */
export type Shape =
  | 'string'
  | 'number'
  | 'boolean'
  | 'nullable'
  | 'anything'
  | { [key: string]: Shape }
  | [Shape]

const PAGE = readFileSync(resolve(import.meta.dirname, '../../../docs/world.md'), 'utf8')

/** Keys that may be null (spec, "Avatar", "List envelope"), as worlds are told. */
const NULLABLE = nullableKeys()

function nullableKeys(): ReadonlySet<string> {
  const [, keys] = /^Only (.+) are ever null\./m.exec(PAGE) ?? []
  assert.ok(keys !== undefined, 'docs/world.md does not tell which keys may be null')
  return new Set(Array.from(keys.matchAll(/`(\w+)`/g), ([, key]) => key!))
}

/** Objects whose keys are names or ids. A missing key means unknown (spec, "Avatar"), or not requested. */
const MAPS = new Set(['performance', 'sections', 'cells'])

/**
 * Reads an answer as worlds do: every number is a double, all items of an array have one type, and all objects in it
 * the same keys. Throws where a world would fail, at once or later.
 */
export function readVrcJson(text: string): { value: Record<string, unknown>; shape: Shape } {
  const value: unknown = JSON.parse(text)
  assert.equal(JSON.stringify(value), text, 'a key stands twice, or a number does not survive as a double')
  assert.ok(typeof value === 'object' && value !== null, 'the root is neither an object nor an array')
  return { value: value as Record<string, unknown>, shape: shapeOf(value, '$') }
}

/** The common shape of both; throws where they differ. */
export function commonShape(a: Shape, b: Shape, path = '$'): Shape {
  if (a === 'anything') return b
  if (b === 'anything') return a
  if (typeof a === 'string' || typeof b === 'string') {
    assert.equal(a, b, `${path} changes its type`)
    return a
  }
  if (Array.isArray(a) || Array.isArray(b)) {
    assert.ok(Array.isArray(a) && Array.isArray(b), `${path} changes its type`)
    return [commonShape(a[0], b[0], `${path}[]`)]
  }
  assert.deepEqual(Object.keys(a).sort(), Object.keys(b).sort(), `${path} has other keys`)
  return Object.fromEntries(Object.keys(a).map(key => [key, commonShape(a[key]!, b[key]!, `${path}.${key}`)]))
}

function shapeOf(value: unknown, path: string): Shape {
  const key = path.slice(path.lastIndexOf('.') + 1)
  if (NULLABLE.has(key)) return 'nullable'
  if (typeof value === 'string' || typeof value === 'boolean') return typeof value as Shape
  if (typeof value === 'number') {
    assert.ok(!Number.isInteger(value) || Number.isSafeInteger(value), `${path} is beyond 2^53`)
    return 'number'
  }
  if (Array.isArray(value)) {
    const items = value.map((item, i): [Shape, string] => [shapeOf(item, `${path}[]`), `${path}[${i}]`])
    return [items.reduce<Shape>((all, [shape, at]) => commonShape(all, shape, at), 'anything')]
  }
  assert.ok(
    typeof value === 'object' && value !== null,
    `${path} is null, but not among such keys in docs/world.md`,
  )
  const shapes = Object.entries(value).map(([name, item]) => [name, shapeOf(item, `${path}.${name}`)])
  return MAPS.has(key) ? 'anything' : Object.fromEntries(shapes)
}
