import { createMatcher, type Matcher } from './matcher.ts'
import { splitCamelCase, tokensOf } from './text-tokens.ts'
import { readVocabulary } from './vocabulary.ts'

/** Increment it with every change of the vocabulary or of the rules, so that stored tags are derived again. */
export const AI_TAGS_VERSION = 1

let matcher: Matcher | undefined

/**
 * Derives the tags of the vocabulary that an avatar's name and description mention, distinct, in vocabulary order
 * (spec, "Avatar"). A pure function, defined for any text.
 */
export function deriveAiTags(name: string, description: string): string[] {
  matcher ??= createMatcher(readVocabulary())
  const texts = description === name || description === '' ? [name] : [name, description]
  const spacedName = splitCamelCase(name)
  if (spacedName !== name) texts.push(spacedName)
  return matcher(tokensOf(texts))
}
