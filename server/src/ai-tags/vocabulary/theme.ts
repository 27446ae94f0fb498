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

/** The tags of one theme, by their name: ASCII, snake_case. */
export interface Theme {
  title: string
  /** Nobody is called so: the second word of a credit is taken for a tag, not for a family name. */
  namesNobody?: true
  tags: Readonly<Record<string, TagEntry>>
}
