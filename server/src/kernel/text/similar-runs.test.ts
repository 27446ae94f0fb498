import assert from 'node:assert/strict'
import { test } from 'node:test'
import { similarRuns } from './similar-runs.ts'
import { characterPairs } from './tokenize.ts'

function knowing(...texts: string[]): Parameters<typeof similarRuns>[1] {
  const pairs = new Set(texts.flatMap(characterPairs))
  return {
    has: pair => pairs.has(pair),
    charactersAfter: character =>
      [...pairs].filter(pair => pair.startsWith(character)).map(pair => pair.slice(1)),
  }
}

test('a run is similar to one with a character more, less, replaced, or exchanged with its neighbour', () => {
  const cases: [typed: string, meant: string][] = [
    ['まめなた', 'まめひなた'],
    ['まめひひなた', 'まめひなた'],
    ['まめびなた', 'まめひなた'],
    ['ぬめひなた', 'まめひなた'],
    ['まひめなた', 'まめひなた'],
    ['桔更改变', '桔梗改变'],
    ['ทสดอบ', 'ทดสอบ'],
  ]
  for (const [typed, meant] of cases)
    assert.equal(similarRuns(typed, knowing(meant)).get(meant), 1, `${typed} ${meant}`)
})

test('a syllable of Hangul is replaced by one that differs in one letter', () => {
  for (const typed of ['고앙이', '코양이', '고얀이'])
    assert.equal(similarRuns(typed, knowing('고양이')).get('고양이'), 1, typed)
  assert.equal(similarRuns('고박이', knowing('고양이')).size, 0)
  assert.equal(similarRuns('여유', knowing('여우')).get('여우'), 1)
})

test('a run without its first or last character counts as two edits', () => {
  assert.equal(similarRuns('桔梗改', knowing('桔梗')).get('桔梗'), 2)
})

test('short runs have no similar runs, a first Han character stays, and two edits are too many', () => {
  assert.equal(similarRuns('まぬ', knowing('まの')).size, 0)
  assert.equal(similarRuns('更桔改变', knowing('梗桔改变')).get('梗桔改变'), undefined)
  assert.equal(similarRuns('まめびあた', knowing('まめひなた')).size, 0)
})
