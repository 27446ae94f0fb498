import { type Static, Type } from 'typebox'
import { PLATFORMS } from './avatar.ts'
import { namedShape, text } from './shape.ts'

/** Maximum length of a search text in code points; the rest is cut off. */
export const MAX_QUERY = 200

/** Maximum number of qualifiers, alternatives and groups in a search text. */
export const MAX_CLAUSES = 20

/** Maximum nesting of parentheses in a search text. */
export const MAX_DEPTH = 5

/** Ratings as people write them in a search text, in the order of `RATINGS`. */
export const TYPED_RATINGS = ['excellent', 'good', 'medium', 'poor', 'very-poor'] as const
export type TypedRating = (typeof TYPED_RATINGS)[number]

const EQUAL = [':', '='] as const
const ORDERED = [':', '=', '<', '<=', '>', '>='] as const
const DATES = 'a year, month or day: `2026`, `2026-05` or `2026-05-31`'

/** Qualifiers of search texts, with the signs that may follow them and the values that they take. */
export const QUALIFIERS = {
  tag: { signs: EQUAL, takes: 'a tag', means: 'has the tag, which may be a derived one' },
  author: { signs: EQUAL, takes: "a creator's name or id", means: 'is by this creator' },
  platform: { signs: EQUAL, takes: PLATFORMS.map(one => `\`${one}\``).join(', '), means: 'runs there' },
  perf: {
    signs: ORDERED,
    takes: TYPED_RATINGS.map(one => `\`${one}\``).join(', '),
    means: 'has this performance rating, or a better or worse one',
  },
  added: { signs: ORDERED, takes: DATES, means: 'was added then, before or after (UTC)' },
  updated: { signs: ORDERED, takes: DATES, means: 'was changed on the platform then, before or after (UTC)' },
  views: { signs: ORDERED, takes: 'a whole number', means: 'has so many views, fewer or more' },
} as const satisfies Record<string, { signs: readonly string[]; takes: string; means: string }>

const NAMES = Object.keys(QUALIFIERS).map(name => `\`${name}:\``)
export const QUALIFIERS_IN_WORDS =
  `Qualifiers are ${NAMES.join(', ')}; those of ratings, dates and numbers also take \`<\`, \`<=\`, \`>\` and \`>=\`. ` +
  `A text may have ${MAX_CLAUSES} qualifiers, alternatives and groups, and ${MAX_DEPTH} parentheses around a word.`

export type Qualifier = keyof typeof QUALIFIERS
export type QuerySign = (typeof ORDERED)[number]

const QueryWarningSchema = namedShape('QueryWarning', {
  text: text('size:small', 'The part that was not understood'),
  message: text(
    '`size:small` was searched as words: there is no qualifier `size`.',
    'How it was treated, and what is allowed',
  ),
})

export type QueryWarning = Static<typeof QueryWarningSchema>

/** Present only when a part of the search text was not understood. */
export const queryWarnings = Type.Optional(
  Type.Array(QueryWarningSchema, {
    description: 'Parts of `q` that were not understood; only present when there are any',
    minItems: 1,
  }),
)
