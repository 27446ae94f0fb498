import { Type } from 'typebox'
import { defineRoutes } from '../route.ts'

export const FEED_ENTRIES = 50

const feed = {
  tag: 'interop',
  auth: 'public',
  method: 'GET',
  limit: 'read',
  response: Type.String({ description: 'An Atom feed (RFC 4287)' }),
  media: 'application/atom+xml',
  inSpec: false,
} as const

export const feedRoutes = defineRoutes({
  newestFeed: {
    ...feed,
    path: '/feeds/newest.atom',
    summary: 'Newest avatars',
    description: `The ${FEED_ENTRIES} avatars added last.`,
    examples: [{}],
  },
  authorFeed: {
    ...feed,
    path: '/feeds/author/{id}.atom',
    summary: "A creator's newest avatars",
    params: Type.Object({ id: Type.String({ description: "Creator's id" }) }),
    errors: ['not_found'],
    examples: [{ params: { id: 'usr_8a4d1f6b-2c90-4e57-b3d8-71f0a95c2e64' } }],
  },
  tagFeed: {
    ...feed,
    path: '/feeds/tag/{tag}.atom',
    summary: 'Newest avatars of a tag',
    params: Type.Object({
      tag: Type.String({ description: 'Platform tag (with or without `author_tag_` or `#`) or derived tag' }),
    }),
    errors: ['not_found'],
    examples: [{ params: { tag: 'fox' } }],
  },
})
