import { EXAMPLE_AVATAR, EXAMPLE_GROUP, EXAMPLE_MISSING } from './example-values.ts'
import type { RouteExample } from './route.ts'
import type { RouteId } from './routes/all.ts'

/** What the reference shows of a route where what its schemas make up is not enough. */
export interface RouteSample extends RouteExample {
  /** Of the answer, besides what the request says. */
  readonly facts?: Readonly<Record<string, unknown>>
  /** The whole answer. */
  readonly answer?: unknown
}

const GUILD = '81384788765712384'
const NOT_AN_AUTHOR = 'usr_00000000-0000-4000-8000-000000000000'

export const SAMPLES: { readonly [Id in RouteId]?: RouteSample } = {
  submitAvatars: {
    answer: {
      accepted: 1,
      rejected: 1,
      results: [
        { index: 0, id: 'avtr_26187637-0c30-4a09-86e1-bc928c07309e', status: 'queued', position: 12 },
        { index: 1, id: 'not an id', status: 'rejected', code: 'invalid_id' },
      ],
    },
  },
  submissionState: {
    answer: { id: EXAMPLE_AVATAR, state: 'queued', position: 12, etaSeconds: 95, reason: null },
  },
  trackAvatar: {
    body: {
      event: 'view',
      source: 'search',
      platform: 'quest',
      term: 'fox',
      referrer: 'https://vrchat.com/home',
    },
    answer: { ok: true },
  },
  insightsAvatar: { query: 'days=7' },
  worldEndpoints: {
    answer: {
      ok: true,
      now: '2026-11-02T08:30:00.000Z',
      endpoints: [
        {
          method: 'GET',
          path: '/world/trending',
          summary: 'Rising this week',
          parameters: [
            {
              name: 'limit',
              in: 'query',
              type: 'integer',
              default: '24',
              allowed: 'an integer from 1 to 500',
            },
          ],
        },
      ],
    },
  },
  worldAvatars: { facts: { limit: 500 } },
  updateSettings: {
    body: { resultsPerPage: 48, compactGrid: true },
  },
  removeFavorite: { facts: { saved: false } },
  createGroup: { facts: { id: EXAMPLE_GROUP } },
  updateGroup: { facts: { id: EXAMPLE_GROUP } },
  unlikeAvatar: { facts: { liked: false, likes: 247 } },
  importFavorites: {
    body: { text: `${EXAMPLE_AVATAR}\n${EXAMPLE_MISSING}` },
    answer: {
      total: 97,
      added: 1,
      already: 0,
      unknown: 1,
      overLimit: 0,
      invalid: 0,
      groupsAdded: 0,
      groupsLeftOut: 0,
      unknownIds: [EXAMPLE_MISSING],
    },
  },
  creatorAvatars: { query: 'days=7' },
  setVisibility: { body: { listed: false }, facts: { hiddenBecause: ['unlisted'] } },
  getGuild: { params: { id: GUILD } },
  updateGuild: { params: { id: GUILD } },
  updateGuildFeed: { params: { id: GUILD } },
  discordStatus: { facts: { taken: null } },
  syncDiscord: { facts: { taken: null } },
  decideAuthorization: { params: { id: 'n3Rk8sWq1VxZ' } },
  botInteraction: { body: { type: 1 } },
  optOut: { answer: { ok: true, id: NOT_AN_AUTHOR, kind: 'author', changed: true, avatars: 0 } },
  optIn: { answer: { ok: true, id: NOT_AN_AUTHOR, kind: 'author', changed: true, avatars: 0 } },
  changePlacement: { params: { id: '1' }, body: { weight: 20 } },
  removePlacement: { params: { id: '1' } },
}
