import { type Static, Type } from 'typebox'
import { PLATFORMS } from './avatar.ts'
import { namedShape, text } from './shape.ts'
import { inBackticks } from './wording.ts'

/** A search text is cut off after so many. */
export const MAX_QUERY_CODE_POINTS = 200

/** Maximum number of qualifiers, alternatives and groups in a search text. */
export const MAX_CLAUSES = 20

/** Maximum number of parentheses around a word of a search text. */
export const MAX_DEPTH = 5

/** Ratings as people write them in a search text, in the order of `RATINGS`. */
export const TYPED_RATINGS = ['excellent', 'good', 'medium', 'poor', 'very-poor'] as const
export type TypedRating = (typeof TYPED_RATINGS)[number]

const EQUALITY_SIGNS = [':', '='] as const
const COMPARISON_SIGNS = [':', '=', '<', '<=', '>', '>='] as const
const DATE_VALUES = 'a year, month or day: `2026`, `2026-05` or `2026-05-31`'

/** Qualifiers of search texts, with the signs that may follow them, and their allowed values in words. */
export const QUALIFIERS = {
  tag: { signs: EQUALITY_SIGNS, values: 'a tag' },
  author: { signs: EQUALITY_SIGNS, values: "a creator's name or id" },
  platform: { signs: EQUALITY_SIGNS, values: inBackticks(PLATFORMS) },
  perf: { signs: COMPARISON_SIGNS, values: inBackticks(TYPED_RATINGS) },
  added: { signs: COMPARISON_SIGNS, values: DATE_VALUES },
  updated: { signs: COMPARISON_SIGNS, values: DATE_VALUES },
  views: { signs: COMPARISON_SIGNS, values: 'a whole number' },
} as const satisfies Record<string, { signs: readonly string[]; values: string }>

const QUALIFIER_NAMES = inBackticks(Object.keys(QUALIFIERS).map(name => `${name}:`))
export const QUALIFIERS_IN_WORDS =
  `Qualifiers are ${QUALIFIER_NAMES}; those of ratings, dates and numbers also take \`<\`, \`<=\`, \`>\` and \`>=\`. ` +
  `A text may have ${MAX_CLAUSES} qualifiers, alternatives and groups, and ${MAX_DEPTH} parentheses around a word.`

export type Qualifier = keyof typeof QUALIFIERS
export type QuerySign = (typeof COMPARISON_SIGNS)[number]

const QueryWarningSchema = namedShape('QueryWarning', {
  text: text('size:small', 'The part that was not understood'),
  message: text(
    '`size:small` was searched as words: there is no qualifier `size`.',
    'How it was treated, and what is allowed',
  ),
})

export type QueryWarning = Static<typeof QueryWarningSchema>

export const queryWarnings = Type.Optional(
  Type.Array(QueryWarningSchema, {
    description: 'Parts of `q` that were not understood; only present when there are any',
    minItems: 1,
  }),
)
