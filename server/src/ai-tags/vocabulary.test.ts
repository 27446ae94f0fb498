import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { AI_TAGS_VERSION, deriveAiTags } from './derive.ts'
import { synonymsOf } from './synonyms.ts'
import { tokensOf } from './text-tokens.ts'
import { parseTags, readVocabulary } from './vocabulary.ts'

/** The current vocabulary. The version must change with the hash, so that stored tags are derived again. */
const PRESENT = { version: 1, hash: '7bb768b0850af970' }

/** Tags that tell a second aspect of a word, such as `female` of "catgirl". */
const ASPECTS = new Set(['female', 'kemonomimi', 'male', 'meme', 'taur'])
/** Other words that mean two things on purpose. */
const SHARED = new Map([
  ['teddy bear', 'bear plush'],
  ['kermit', 'frog muppets'],
  ['mtf', 'military scp'],
  ['jk', 'student school_uniform'],
  ['女 子 高 生', 'student school_uniform'],
  ['dc super heroes', 'superhero dc_comics'],
  ['android ios 対 応', 'quest ios'],
  ['夏 祭 り', 'festival summer'],
])

const VOCABULARY = readVocabulary()
const ENTRIES = VOCABULARY.flatMap(group => Object.entries(group.tags))
const PHRASES = ENTRIES.flatMap(([tag, entry]) =>
  synonymsOf(tag, entry).map(({ kind, text }) => ({ tag, kind, text })),
)

test('the vocabulary has at least 150 tags, each once, in ASCII snake_case', () => {
  const names = ENTRIES.map(([tag]) => tag)
  assert.ok(names.length >= 150)
  assert.equal(new Set(names).size, names.length)
  for (const name of names) assert.match(name, /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/)
})

test('a tag has a list per column, and columns at the end of a line may be missing', () => {
  const tags = parseTags('tag\ten\tja\tko\tzh\tnot\nfox\tvixen\t狐\r\ncat\t\t猫\t\t\tcat nap\n', 'some')
  assert.deepEqual(tags, { fox: { en: 'vixen', ja: '狐' }, cat: { ja: '猫', not: 'cat nap' } })
})

test('a table with wrong columns, too long a line or a repeated tag is refused', () => {
  const heading = 'tag\ten\tja\tko\tzh\tnot'
  assert.throws(
    () => parseTags('tag\ten\tko', 'some'),
    /^Error: some\.tsv must begin with the columns tag, en/,
  )
  assert.throws(() => parseTags(`${heading}\nfox\nfox\t1\t2\t3\t4\t5\t6`, 'some'), /line 3 of some\.tsv/)
  assert.throws(() => parseTags(`${heading}\n\tvixen`, 'some'), /line 2 of some\.tsv/)
  assert.throws(() => parseTags(`${heading}\nfox\nfox`, 'some'), /line 3 of some\.tsv/)
})

test('every synonym gives its tag by itself', () => {
  const silent = PHRASES.filter(({ tag, kind, text }) => kind !== 'not' && !aiTagsOf(text).includes(tag))
  assert.deepEqual(silent, [])
})

test('every phrase to skip prevents its tag', () => {
  const heard = PHRASES.filter(({ tag, kind, text }) => kind === 'not' && aiTagsOf(text).includes(tag))
  assert.deepEqual(heard, [])
})

test('every phrase to skip contains a synonym of its tag, or else it would be useless', () => {
  const idle = PHRASES.filter(
    ({ tag, kind, text }) =>
      kind === 'not' &&
      !PHRASES.some(other => other.tag === tag && other.kind !== 'not' && holds(text, other.text)),
  )
  assert.deepEqual(
    idle.map(({ tag, text }) => `${tag}: ${text}`),
    [],
  )
})

test('no tag has a synonym twice', () => {
  const seen = new Set<string>()
  const twice = PHRASES.filter(({ tag, text }, i) => {
    const key = `${tag} ${tokensOf([text]).tokens.join(' ')}`
    const isOwnName = PHRASES[i - 1]?.tag !== tag
    return seen.size === seen.add(key).size && !isOwnName && text !== tag
  })
  assert.deepEqual(twice, [])
})

test('no two tags share a synonym, except on purpose', () => {
  const owners = new Map<string, string[]>()
  for (const { tag, kind, text } of PHRASES) {
    if (kind === 'not') continue
    const key = tokensOf([text]).tokens.join(' ')
    const tags = owners.get(key) ?? []
    if (!tags.includes(tag)) owners.set(key, [...tags, tag])
  }
  const shared = [...owners].filter(
    ([key, tags]) => tags.filter(tag => !ASPECTS.has(tag)).length > 1 && SHARED.get(key) !== tags.join(' '),
  )
  assert.deepEqual(shared, [])
})

test('the version goes up when the vocabulary changes', () => {
  const hash = createHash('sha256').update(JSON.stringify(VOCABULARY)).digest('hex').slice(0, 16)
  assert.deepEqual(
    { version: AI_TAGS_VERSION, hash },
    PRESENT,
    'raise AI_TAGS_VERSION in derive.ts, put version and hash here, and write docs/ai-tags.md anew',
  )
})

function aiTagsOf(text: string): string[] {
  return deriveAiTags(text, '')
}

function holds(phrase: string, part: string): boolean {
  const joined = (text: string) => tokensOf([text]).tokens.join('').replace(/s$/, '')
  return joined(phrase).includes(joined(part)) || phrase.includes(part)
}
