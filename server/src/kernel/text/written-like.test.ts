import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writtenLike } from './written-like.ts'

test('a text is in katakana unless hiragana was typed', () => {
  assert.equal(writtenLike('マヌガ', 'まぬか'), 'マヌカ')
  assert.equal(writtenLike('まぬが', 'まぬか'), 'まぬか')
  assert.equal(writtenLike('猫みぬツ', '猫みみつ'), '猫みみツ')
})

test('a text has the characters that were typed, traditional and Japanese ones, too', () => {
  assert.equal(writtenLike('龍胆', '龙旦'), '龍旦')
  assert.equal(writtenLike('竜胆', '龙胆'), '竜胆')
  assert.equal(writtenLike('dragno', 'dragon'), 'dragon')
})
