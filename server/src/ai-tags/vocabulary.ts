import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A tag of the vocabulary. Each string is a list of synonyms, separated by commas, as people write them; the tag's name
 * is always a synonym. `=狐` only matches when not adjacent to other letters of its script, `*akyo*` inside any word;
 * docs/ai-tags.md has the other rules.
 */
export interface TagEntry {
  en?: string
  ja?: string
  ko?: string
  zh?: string
  /** Phrases that contain a synonym but mean something else. */
  not?: string
}

/** The tags of one group by name: ASCII, snake_case. */
export interface TagGroup {
  title: string
  /** Set when no person is named like these tags: the second word of a credit is then a tag, not a family name. */
  namesNobody?: true
  tags: Readonly<Record<string, TagEntry>>
}

const FOLDER = join(import.meta.dirname, 'vocabulary')
const LISTS = ['en', 'ja', 'ko', 'zh', 'not'] as const
const COLUMNS = ['tag', ...LISTS]

/** The groups by file name, in the order in which an avatar's tags are listed. */
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

/** Reads all groups from `vocabulary/*.tsv`. @throws an error that names the file and line that cannot be read. */
export function readVocabulary(): TagGroup[] {
  return Object.entries(TAG_GROUPS).map(([name, group]) => ({
    ...group,
    tags: parseTags(readText(`${name}.tsv`), name),
  }))
}

/**
 * Synonyms that mean exactly their tag, in addition to its name and the first synonym of each language but English.
 * Other synonyms are narrower: every "husky" is a `dog`, but not every dog is a husky.
 */
export function readSameWords(): string[] {
  return parseWords(readText('same-words.txt'))
}

/** First synonyms that are narrower than their tag nevertheless. */
export function readNarrowerWords(): string[] {
  return parseWords(readText('narrower-words.txt'))
}

/**
 * @param table a heading, then one line per tag, with columns separated by tabs; columns at the end may be omitted.
 * @param name for error messages.
 */
export function parseTags(table: string, name: string): Record<string, TagEntry> {
  const [heading, ...lines] = table.trimEnd().split(/\r?\n/)
  if (heading !== COLUMNS.join('\t'))
    throw new Error(`${name}.tsv must begin with the columns ${COLUMNS.join(', ')}`)
  const tags: Record<string, TagEntry> = {}
  for (const [i, line] of lines.entries()) {
    const [tag, ...lists] = line.split('\t')
    if (!tag || Object.hasOwn(tags, tag) || lists.length > LISTS.length)
      throw new Error(`line ${i + 2} of ${name}.tsv must have a new tag and up to ${LISTS.length} lists`)
    const entry: TagEntry = {}
    for (const [column, list] of lists.entries()) if (list !== '') entry[LISTS[column]!] = list
    tags[tag] = entry
  }
  return tags
}

function parseWords(text: string): string[] {
  return text.trim().split(/\s+/)
}

function readText(file: string): string {
  return readFileSync(join(FOLDER, file), 'utf8')
}
