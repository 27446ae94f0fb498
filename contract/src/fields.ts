import { Type } from 'typebox'
import { PLATFORMS } from './avatar.ts'
import { EXAMPLE_AUTHOR_ID, EXAMPLE_AVATAR_ID } from './example-values.ts'
import { MAX_QUERY_CODE_POINTS } from './query-language.ts'
import { nullable, text } from './shape.ts'

/** Larger offsets are reduced to this one. */
const MAX_OFFSET = 2_147_483_647

export function limitField(maximum: number, defaultLimit: number, description = 'How many at most') {
  return Type.Integer({ minimum: 1, maximum, default: defaultLimit, description })
}

export function optionalLimitField(maximum: number) {
  return Type.Optional(
    Type.Integer({ minimum: 1, maximum, description: 'How many at most; all when absent' }),
  )
}

export function offsetField() {
  return Type.Integer({ minimum: 0, maximum: MAX_OFFSET, default: 0, description: 'Number of items to skip' })
}

/** Length of a window of insights (spec, "Limits"). */
export function daysField(description = 'Length of the window in days') {
  return Type.Integer({ minimum: 7, maximum: 90, default: 30, description })
}

/** Free text in a query string, cut off at `x-cut` code points. */
export function textField(description: string) {
  return Type.Optional(Type.String({ description, 'x-cut': MAX_QUERY_CODE_POINTS }))
}

export function platformField() {
  return Type.Optional(Type.Enum(PLATFORMS, { description: 'Only avatars that support this platform' }))
}

/** The filters of a search, in the catalog and for worlds. */
export const searchFilters = {
  q: textField('Search text'),
  author: textField("Creator's name or id"),
  tag: textField(
    "Creator's tag (with or without `author_tag_` or `#`) or derived tag; several, separated by commas, must all match",
  ),
  platform: platformField(),
}

export function sortField<Value extends string>(values: readonly Value[], defaultSort: Value) {
  return Type.Enum(values, { default: defaultSort, description: 'Order of the list' })
}

export function dateTime(description?: string) {
  return Type.String({ format: 'date-time', ...(description !== undefined && { description }) })
}

export const day = Type.String({ format: 'date', description: 'UTC' })

export function count(description?: string, example = 1) {
  return Type.Integer({ minimum: 0, ...(description !== undefined && { description }), examples: [example] })
}

/** Offset of the next page (spec, "List envelope"). */
export function nextOffset() {
  return nullable(Type.Integer({ minimum: 1, examples: [1] }), {
    description: 'Pass as `offset` for the next page; null when done',
  })
}

export const avatarParams = Type.Object({
  id: text(EXAMPLE_AVATAR_ID, 'Avatar id'),
})

export const authorParams = Type.Object({
  id: text(EXAMPLE_AUTHOR_ID, 'Author id'),
})
