import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { readVocabulary } from '../../../../server/src/ai-tags/vocabulary.ts'

const TAGS = readVocabulary().flatMap(({ tags }) => Object.keys(tags))

describe('the names of tags', () => {
  for (const locale of ['ja', 'ko', 'zh']) {
    it(`exist once for every tag of the vocabulary: ${locale}`, () => {
      const table = readFileSync(join(import.meta.dirname, `names.${locale}.tsv`), 'utf8')
      const lines = table.trimEnd().split('\n')
      assert.deepEqual(lines.map(line => line.split('\t')[0]).sort(), TAGS.toSorted())
      for (const line of lines) assert.match(line, /^\w+\t\S.*\S$|^\w+\t\S$/)
    })
  }
})
