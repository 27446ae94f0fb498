import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readSources, withoutComments } from './source.ts'

const sources = readSources('contract', 'client', 'server', 'sim', 'web', 'bench').filter(
  ({ path }) => !path.endsWith('architecture/style.test.ts'),
)

/** A spread whose operand is an object literal, or an array literal with nothing called on it. */
const LITERAL_SPREAD = /\.\.\.\(?\{(?!\s*\})|\.\.\.\(?\[[^[\]]*\](?: as const\))?(?=\s*[,)\]}])/g

/** A comment that begins with a word which is not its subject. */
const FRAGMENT = /^\s*(?:\/\/|\/\*\*|\*) (?:Of|What|Whose|Where|Whether|As|Who|How) .*/gm

/** Citations of documents outside of the repository. Only the spec, RFCs and public documentation are cited. */
const UNAVAILABLE = /\bdesign[,:] "|\bdomain facts\b/gi

describe('the rules of style', () => {
  it('allow no spread of a literal, because it switches off the check for excess properties', () => {
    const found = sources.flatMap(({ path, text }) =>
      [...withoutComments(text).matchAll(LITERAL_SPREAD)].map(([spread]) => `${path}: ${spread}`),
    )
    assert.deepEqual(found, [])
  })

  it('name interfaces of injected dependencies …Deps', () => {
    const found = sources.flatMap(({ path, text }) =>
      path.includes('/platform/search/') ? [] : (text.match(/\binterface \w*Parts\b/g) ?? []),
    )
    assert.deepEqual(found, [])
  })

  it('begin comments with their subject', () => {
    const found = sources.flatMap(({ path, text }) =>
      [...text.matchAll(FRAGMENT)].map(([comment]) => `${path}: ${comment.trim()}`),
    )
    assert.deepEqual(found, [])
  })

  it('wrap comments at 120 columns, which the formatter does not', () => {
    const found = sources.flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap(line =>
          /^\s*(?:\/\/|\/?\*)/.test(line) && line.length > 120 ? `${path}: ${line.trim()}` : [],
        ),
    )
    assert.deepEqual(found, [])
  })

  it('cite no document that readers do not have', () => {
    const found = sources.flatMap(({ path, text }) =>
      [...text.matchAll(UNAVAILABLE)].map(([citation]) => `${path}: ${citation}`),
    )
    assert.deepEqual(found, [])
  })

  it('find each spread of a literal, and no other spread', () => {
    const spreads = [
      'f({ ...{ a }, b })',
      '{ ...({ [a]: b } as C) }',
      '[...[a, b], c]',
      "[...(['a', 'b'] as const)]",
    ]
    const otherTexts = ['[...items]', '{ ...(a && { a }) }', '[...[a, b].map(f)]', '{ ...a, ...{} }']
    for (const code of spreads) assert.notEqual(code.search(LITERAL_SPREAD), -1, code)
    for (const code of otherTexts) assert.equal(code.search(LITERAL_SPREAD), -1, code)
  })
})
