/**
 * One tag of the vocabulary. Each string is a list of synonyms, parted by commas, as people write them; the tag's own
 * words are always among them. See docs/ai-tags.md for how a synonym matches.
 */
export interface TagEntry {
  en?: string
  ja?: string
  ko?: string
  zh?: string
  /** Phrases that hold a synonym and mean something else. */
  not?: string
}

/** The tags of one theme, by their name: ASCII, snake_case. */
export interface Theme {
  title: string
  tags: Readonly<Record<string, TagEntry>>
}
