import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { readEnvironment } from '../config/env.ts'
import { AI_TAGS_VERSION } from './derive.ts'
import { readVocabulary, type TagEntry, type TagGroup } from './vocabulary.ts'

const VOCABULARY = readVocabulary()
const PAGE = resolve(import.meta.dirname, '../../../docs/ai-tags.md')

test('docs/ai-tags.md shows the vocabulary of the code', () => {
  const page = readFileSync(PAGE, 'utf8')
  const tags = VOCABULARY.flatMap(group => Object.keys(group.tags)).length
  const heading = `Version ${AI_TAGS_VERSION}, ${tags} tags.`
  const renewed = page.replace(
    /(<!-- vocabulary:.*-->)[\s\S]*(<!-- \/vocabulary -->)/,
    (_, begin, end) => `${begin}\n\n${heading}\n\n${vocabularyTables(VOCABULARY)}\n\n${end}`,
  )
  if (readEnvironment().UPDATE_DOCS === '1') writeFileSync(PAGE, renewed)
  else assert.equal(page, renewed, 'run: UPDATE_DOCS=1 script/test server/src/ai-tags/reference.test.ts')
})

test('a list is shown as it is written, and an empty list as an empty cell', () => {
  const table = vocabularyTables([
    { title: 'Some', tags: { fox: { en: '*fox*, vixen', ja: '=狐' }, cat: {} } },
  ])
  assert.match(table, /^### Some \(2\)$/m)
  assert.match(table, /^\| `fox` \| \\\*fox\\\*, vixen \| =狐 \| {2}\| {2}\| {2}\|$/m)
  assert.match(table, /^\| `cat` \| {2}\| {2}\| {2}\| {2}\| {2}\|$/m)
})

/** The tables of a vocabulary in Markdown, one section per group, as in `docs/ai-tags.md`. */
function vocabularyTables(groups: readonly TagGroup[]): string {
  return groups.map(groupSection).join('\n\n')
}

function groupSection({ title, tags }: TagGroup): string {
  const rows = Object.entries(tags).map(([tag, entry]) => `| \`${tag}\` | ${cells(entry).join(' | ')} |`)
  return [
    `### ${title} (${rows.length})`,
    '',
    '| tag | English | Japanese | Korean | Chinese | not |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

function cells({ en, ja, ko, zh, not }: TagEntry): string[] {
  return [en, ja, ko, zh, not].map(list => (list ?? '').replaceAll('*', '\\*'))
}
