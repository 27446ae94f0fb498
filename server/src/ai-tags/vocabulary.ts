import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * One tag of the vocabulary. Each string is a list of synonyms, parted by commas, as people write them; the tag's own
 * words are always among them. `=狐` matches only where it touches no other letter of its script, `*akyo*` inside any
 * word; docs/ai-tags.md tells the other rules.
 */
export interface TagEntry {
  en?: string
  ja?: string
  ko?: string
  zh?: string
  /** Phrases that hold a synonym and mean something else. */
  not?: string
}

/** The tags of one group, by their name: ASCII, snake_case. */
export interface TagGroup {
  title: string
  /** Nobody is called so: the second word of a credit is taken for a tag, not for a family name. */
  namesNobody?: true
  tags: Readonly<Record<string, TagEntry>>
}

const FOLDER = join(import.meta.dirname, 'vocabulary')
const LISTS = ['en', 'ja', 'ko', 'zh', 'not'] as const
const COLUMNS = ['tag', ...LISTS]

/** The groups by the names of their files, in the order in which an avatar's tags are listed. */
const TAG_GROUPS: Readonly<Record<string, Omit<TagGroup, 'tags'>>> = {
  mammals: { title: 'Mammals' },
  animals: { title: 'Other animals' },
  beings: { title: 'Fantasy beings and machines' },
  style: { title: 'Style and look' },
  roles: { title: 'Roles and professions' },
  clothing: { title: 'Clothing and parts of the body' },
  features: { title: 'Features', namesNobody: true },
  things: { title: 'Things, seasons and occasions' },
  'base-models': { title: 'Base models' },
  games: { title: 'Games' },
  works: { title: 'Series, films and other works' },
}

/** Reads every group from `vocabulary/*.tsv`. @throws an error that names the file and the line that it cannot read. */
export function readVocabulary(): TagGroup[] {
  return Object.entries(TAG_GROUPS).map(([name, group]) => ({
    ...group,
    tags: parseTags(read(`${name}.tsv`), name),
  }))
}

/**
 * Synonyms that mean all that their tag means, beside the tag's own words and the first synonym of each language other
 * than English. The other synonyms are narrower: every "husky" is a `dog`, and not every dog a husky.
 */
export function readSameWords(): string[] {
  return parseWords(read('same-words.txt'))
}

/** First synonyms that are narrower than their tag all the same. */
export function readNarrowerWords(): string[] {
  return parseWords(read('narrower-words.txt'))
}

/**
 * @param table a heading, then a line for each tag, with a tab between columns; those at the end may be left out.
 * @param name for errors.
 */
export function parseTags(table: string, name: string): Record<string, TagEntry> {
  const [heading, ...lines] = table.trimEnd().split(/\r?\n/)
  if (heading !== COLUMNS.join('\t'))
    throw new Error(`${name}.tsv must begin with the columns ${COLUMNS.join(', ')}`)
  const tags: Record<string, TagEntry> = {}
  for (const [at, line] of lines.entries()) {
    const [tag, ...lists] = line.split('\t')
    if (!tag || Object.hasOwn(tags, tag) || lists.length > LISTS.length)
      throw new Error(`line ${at + 2} of ${name}.tsv must have a new tag and up to ${LISTS.length} lists`)
    const entry: TagEntry = {}
    for (const [column, list] of lists.entries()) if (list !== '') entry[LISTS[column]!] = list
    tags[tag] = entry
  }
  return tags
}

function parseWords(text: string): string[] {
  return text.trim().split(/\s+/)
}

function read(file: string): string {
  return readFileSync(join(FOLDER, file), 'utf8')
}
