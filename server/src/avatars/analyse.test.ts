import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordWith } from '../../tests/support/blank-avatar.ts'
import { analyse, analysisVersionOf, authorNameKey } from './analyse.ts'
import { WIRE_FIELDS } from './fields.ts'

const RECORD = recordWith({
  id: 'avtr_26187637-0c30-4a09-86e1-bc928c07309e',
  name: 'Queenǃǃ 狐雪',
  description: 'A fox',
  authorId: 'usr_005507FE-9c05-47d5-af02-a21b4f552596',
  authorName: 'Mai♡  Bear',
  tags: ['author_tag_Face-Tracking', 'content_sex'],
  aiTags: ['fox', 'face_tracking'],
  platforms: ['pc', 'ios'],
  addedAtMs: 5,
  views: 3,
  likes: 2,
  isListed: false,
})

test('a record becomes token sequences by field, character pairs, tags and sort keys', () => {
  assert.deepEqual(analyse(RECORD), {
    id: RECORD.id,
    fields: [['queen', '狐', '雪'], ['mai', 'bear'], ['face', 'tracking'], ['content', 'sex'], ['fox']],
    nameFields: 1,
    authorFields: 1,
    description: ['a', 'fox'],
    extraWords: ['狐雪'],
    tags: ['face_tracking', 'content_sex', 'fox'],
    authorId: 'usr_005507fe-9c05-47d5-af02-a21b4f552596',
    authorName: 'mai♡ bear',
    nameKey: 'queen 狐雪',
    platforms: 0b101,
    performance: 0,
    addedAtMs: 5,
    updatedAtMs: null,
    views: 3,
    likes: 2,
    isListed: false,
  })
})

test('a description that repeats the name, and empty texts, add no field', () => {
  const record = recordWith({ id: RECORD.id, name: 'マヌカ', description: 'マヌカ', authorName: '♡' })
  const { fields, description, extraWords } = analyse(record)
  assert.deepEqual(fields, [['ま', 'ぬ', 'か']])
  assert.deepEqual(description, [])
  assert.deepEqual(extraWords, ['まぬ', 'ぬか'])
})

test('a name whose words begin with capitals gives two fields: as one word, and split into words', () => {
  const fieldsOf = (name: string) =>
    analyse(recordWith({ id: RECORD.id, name, authorName: 'MaiBear' })).fields
  assert.deepEqual(fieldsOf('DarkDragonGirl v2'), [
    ['darkdragongirl', 'v2'],
    ['dark', 'dragon', 'girl', 'v2'],
    ['maibear'],
  ])
  assert.deepEqual(fieldsOf('𝗗𝗮𝗿𝗸𝗙𝗼𝘅'), [['darkfox'], ['dark', 'fox'], ['maibear']])
  assert.deepEqual(fieldsOf('VRC Dark'), [['vrc', 'dark'], ['maibear']])
})

test('decoration does not affect the order of names, and a name of only decoration has an empty key', () => {
  const key = (name: string) => analyse({ ...RECORD, name }).nameKey
  assert.equal(key('♡ [Fox] ♡'), key('fox!'))
  assert.equal(key('𝓕ox_狐'), 'fox 狐')
  assert.equal(key('♡☆'), '')
})

test("an author's name is compared as a whole, decoration included, and its key is empty only for an empty name", () => {
  assert.equal(authorNameKey(' Ｍai♡  X '), 'mai♡ x')
  assert.equal(authorNameKey('\u2063'), '\u2063')
  assert.equal(authorNameKey(''), '')
})

test('a legacy author id keeps its case', () => {
  assert.equal(analyse({ ...RECORD, authorId: '8JoV9XEdpo' }).authorId, '8JoV9XEdpo')
})

test('adding a field or keeping it elsewhere changes the version of the read model', () => {
  const others = WIRE_FIELDS.map(field => ({ ...field, form: 'own' as const }))
  const versions = [WIRE_FIELDS, WIRE_FIELDS.slice(1), others].map(fields => analysisVersionOf(fields, '17'))
  assert.equal(new Set(versions).size, 3)
})
