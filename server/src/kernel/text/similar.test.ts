import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { EditDistances } from './edit-distance.ts'
import { similarityTo } from './similar.ts'

function bySimpleRecursion(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length
  const edits = [
    bySimpleRecursion(a.slice(1), b) + 1,
    bySimpleRecursion(a, b.slice(1)) + 1,
    bySimpleRecursion(a.slice(1), b.slice(1)) + Number(a[0] !== b[0]),
  ]
  if (a.length > 1 && b.length > 1 && a[0] === b[1] && a[1] === b[0])
    edits.push(bySimpleRecursion(a.slice(2), b.slice(2)) + 1)
  return Math.min(...edits)
}

test('distances are those of a simple recursion, whatever the order of the words', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 5 })
  fc.assert(
    fc.property(word, fc.array(word, { maxLength: 8 }), (word, otherTexts) => {
      const distances = new EditDistances(word, 2)
      for (const other of otherTexts)
        assert.equal(Math.min(distances.distanceTo(other), 3), Math.min(bySimpleRecursion(word, other), 3))
    }),
  )
})

test('a similar word has one edit, or two in six letters or more with the same first letter', () => {
  const cases: [word: string, other: string, edits: number][] = [
    ['rexoium', 'rexouium', 1],
    ['dragno', 'dragon', 1],
    ['dragon', 'dragon', 0],
    ['drgn', 'dragon', 0],
    ['drragonn', 'dragon', 2],
    ['xragno', 'dragon', 0],
    ['dargno', 'dragon', 0],
    ['xragon', 'dragon', 1],
    ['cta', 'cat', 1],
    ['ct', 'cat', 0],
    ['лисенк', 'лисенок', 1],
    ['мишки', 'мышка', 0],
    ['احمدد', 'احمد', 1],
    ['まぬが', 'まぬか', 0],
  ]
  for (const [word, other, edits] of cases) assert.equal(similarityTo(word)(other), edits, `${word} ${other}`)
})

test('words of any length are compared', () => {
  const long = 'x'.repeat(64)
  assert.equal(similarityTo(long)(`${long.slice(1)}`), 1)
  assert.equal(similarityTo(long)('y'.repeat(200)), 0)
})
