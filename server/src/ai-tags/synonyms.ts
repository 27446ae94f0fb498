import type { TagEntry } from './vocabulary.ts'

/**
 * A phrase of the vocabulary and how it matches: a `word` by itself (in scripts without spaces: anywhere), `alone`
 * where it touches no other letter of its script, `inside` any word, `not` to be passed over.
 */
export interface Synonym {
  kind: 'word' | 'alone' | 'inside' | 'not'
  text: string
}

/** The phrases of one tag: its own words, then those of its entry. */
export function synonymsOf(tag: string, { en, ja, ko, zh, not }: TagEntry): Synonym[] {
  const written = [tag.replaceAll('_', ' '), ...[en, ja, ko, zh].flatMap(listed)]
  return [...written.map(parseSynonym), ...listed(not).map((text): Synonym => ({ kind: 'not', text }))]
}

/** The first synonym of each language other than English, which is its usual word for the tag. */
export function firstSynonyms({ ja, ko, zh }: TagEntry): Synonym[] {
  return [ja, ko, zh].flatMap(list => listed(list).slice(0, 1)).map(parseSynonym)
}

/** The items of a list as the vocabulary writes it. */
function listed(list: string | undefined): string[] {
  return list === undefined ? [] : list.split(',').map(item => item.trim())
}

function parseSynonym(written: string): Synonym {
  if (written.startsWith('=')) return { kind: 'alone', text: written.slice(1) }
  if (written.startsWith('*') && written.endsWith('*')) return { kind: 'inside', text: written.slice(1, -1) }
  return { kind: 'word', text: written }
}
