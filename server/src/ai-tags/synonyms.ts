import type { TagEntry } from './vocabulary.ts'

/**
 * A phrase of the vocabulary, and where it matches: `word` as a word (in scripts without spaces anywhere), `alone` if
 * not adjacent to other letters of its script, `inside` within any word. A `not` phrase is skipped without a match.
 */
export interface Synonym {
  kind: 'word' | 'alone' | 'inside' | 'not'
  text: string
}

/** The phrases of one tag: its name, then those of its entry. */
export function synonymsOf(tag: string, { en, ja, ko, zh, not }: TagEntry): Synonym[] {
  const writtenForms = [tag.replaceAll('_', ' '), ...[en, ja, ko, zh].flatMap(itemsOf)]
  return [...writtenForms.map(parseSynonym), ...itemsOf(not).map((text): Synonym => ({ kind: 'not', text }))]
}

/** The first synonym in each language except English: the usual word for the tag. */
export function firstSynonyms({ ja, ko, zh }: TagEntry): Synonym[] {
  return [ja, ko, zh].flatMap(list => itemsOf(list).slice(0, 1)).map(parseSynonym)
}

/** Splits a list of the vocabulary into its items. */
function itemsOf(list: string | undefined): string[] {
  return list === undefined ? [] : list.split(',').map(item => item.trim())
}

function parseSynonym(writtenForm: string): Synonym {
  if (writtenForm.startsWith('=')) return { kind: 'alone', text: writtenForm.slice(1) }
  if (writtenForm.startsWith('*') && writtenForm.endsWith('*'))
    return { kind: 'inside', text: writtenForm.slice(1, -1) }
  return { kind: 'word', text: writtenForm }
}
