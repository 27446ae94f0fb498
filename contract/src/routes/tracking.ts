import { TrackAnswerSchema } from '../counting.ts'
import { avatarParams } from '../fields.ts'
import { defineRoutes } from '../route.ts'
import { TrackBodySchema } from '../tracking.ts'

/** Spec, "Tracking". */
export const trackingRoutes = defineRoutes({
  trackAvatar: {
    tag: 'catalog',
    auth: 'public',
    inSpec: true,
    method: 'POST',
    limit: 'none',
    path: '/avatars/{id}/track',
    summary: 'Report a view or an outbound click',
    description:
      'Anonymous: everything is put into coarse buckets and no identifier is stored. Visits of programs, ' +
      'and one address that visits an avatar too often in an hour, do not count. While counts cannot be written, ' +
      'it waits, or answers 503 and does not count.',
    params: avatarParams,
    body: TrackBodySchema,
    // `navigator.sendBeacon` sends text as `text/plain`, which needs no CORS preflight.
    bodyMediaTypes: ['application/json', 'text/plain'],
    response: TrackAnswerSchema,
    errors: ['avatar_not_found', 'unavailable'],
    docsSample: {
      body: {
        event: 'view',
        source: 'search',
        platform: 'quest',
        term: 'fox',
        referrer: 'https://vrchat.com/home',
      },
      answer: { ok: true },
    },
  },
})
