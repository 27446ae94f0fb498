import { type Static, Type } from 'typebox'
import { count } from './fields.ts'
import { namedShape, shape, text } from './shape.ts'

/** A search text that was probably meant, offered when the given one finds nothing or next to nothing. */
const CorrectionSchema = shape({
  q: text('dragon', 'The search text with the words that were probably meant'),
  total: count('Avatars that it finds'),
})
export type Correction = Static<typeof CorrectionSchema>

export const correctionsField = Type.Array(CorrectionSchema, { maxItems: 3 })

/** Completions of a text that is being typed; `suggestions` are its corrections, as in `SearchPage`. */
export const SuggestionsSchema = namedShape('Suggestions', {
  terms: Type.Array(shape({ term: text('fox'), count: count('Avatars that the term finds') })),
  tags: Type.Array(shape({ tag: text('fox'), count: count('Avatars with the tag') })),
  creators: Type.Array(
    shape({
      name: text('Marlow'),
      count: count('Avatars of creators with this name, in any case and style of letters'),
    }),
  ),
  suggestions: correctionsField,
})
export type Completions = Omit<Static<typeof SuggestionsSchema>, 'suggestions'>
