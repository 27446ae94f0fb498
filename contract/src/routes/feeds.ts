import { Type } from 'typebox'
import { EXAMPLE_AUTHOR_ID } from '../example-values.ts'
import { defineRoutes } from '../route.ts'
import { text } from '../shape.ts'

export const MAX_FEED_ENTRIES = 50

const feed = {
  tag: 'interop',
  auth: 'public',
  method: 'GET',
  limit: 'read',
  response: Type.String({ description: 'An Atom feed (RFC 4287)' }),
  mediaType: 'application/atom+xml',
  inSpec: false,
} as const

export const feedRoutes = defineRoutes({
  newestFeed: {
    ...feed,
    path: '/feeds/newest.atom',
    summary: 'Newest avatars',
    description: `The ${MAX_FEED_ENTRIES} avatars added last.`,
    exampleRequests: [{}],
  },
  authorFeed: {
    ...feed,
    path: '/feeds/author/{id}.atom',
    summary: "A creator's newest avatars",
    params: Type.Object({
      id: text(EXAMPLE_AUTHOR_ID, "Creator's id"),
    }),
    errors: ['not_found'],
    exampleRequests: [{ params: { id: EXAMPLE_AUTHOR_ID } }],
  },
  tagFeed: {
    ...feed,
    path: '/feeds/tag/{tag}.atom',
    summary: 'Newest avatars of a tag',
    params: Type.Object({
      tag: text('fox', "Creator's tag (with or without `author_tag_` or `#`) or derived tag"),
    }),
    errors: ['not_found'],
    exampleRequests: [{ params: { tag: 'fox' } }],
  },
})
