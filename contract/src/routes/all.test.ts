import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { asJsonSchema, type JsonSchema } from '../json-schema.ts'
import { LIMITS_PER_MINUTE } from '../limits.ts'
import { createParamsReader, createQueryReader } from '../parse.ts'
import type { Auth, RouteContract } from '../route.ts'
import { ROUTES, ROUTES_BY_ID } from './all.ts'

/** The endpoints of the spec ("Endpoints"), copied by hand, by their authentication: method and path. */
const SPEC: Readonly<Partial<Record<Auth, string>>> = {
  public: `
    GET /avatars/search
    GET /avatars/tags
    GET /avatars/trending
    GET /avatars/popular-searches
    POST /avatars/submit
    GET /avatars/all
    GET /avatars/events
    POST /avatars/{id}/track
    GET /stats
    GET /health
    GET /insights/overview
    GET /insights/avatars
    GET /insights/avatars/{id}
    GET /bot/interactions
    GET /world/ping
    GET /world/endpoints
    GET /world/stats
    GET /world/client
    GET /world/search
    GET /world/list
    GET /world/all
    GET /world/trending
    GET /world/promoted
    GET /world/promoted/groups
    GET /world/random
    GET /world/avatars
    GET /world/avatar/{id}
    GET /world/tags
    GET /world/searches
    GET /world/leaderboard
    GET /world/supporters
    GET /world/admins
    GET /world/bundle
    GET /oauth2/authorize`,
  session: `
    GET /account/summary
    GET /account/settings
    PUT /account/settings
    GET /favorites
    DELETE /favorites
    PUT /favorites/{id}
    DELETE /favorites/{id}
    POST /favorites/groups
    PATCH /favorites/groups/{groupId}
    DELETE /favorites/groups/{groupId}
    PUT /favorites/{id}/group
    PUT /likes/{id}
    DELETE /likes/{id}
    GET /creator/avatars
    PUT /creator/avatars/{id}/visibility
    GET /discord/status
    GET /discord/callback
    GET /discord/guilds
    GET /discord/guilds/{id}`,
  'same-origin-session': `
    POST /discord/connect
    PUT /discord/guilds/{id}
    POST /discord/sync
    DELETE /discord/connection`,
  signature: 'POST /bot/interactions',
  application: `
    POST /oauth2/token
    POST /oauth2/revoke`,
  bearer: 'GET /oauth2/userinfo',
}

/** Routes that the spec does not have. */
const OURS = `
  GET /search/suggest
  GET /search/facets
  GET /avatars/{id}
  GET /avatars/{id}/similar
  GET /creators/{id}
  GET /submissions
  GET /avatars/all.ndjson
  GET /avatars/changes
  GET /avatars/{id}/image
  GET /avatars/{id}/submission
  POST /avatars/{id}/report
  GET /world/avatar/{id}/wear
  GET /integrations/vrcx
  GET /feeds/newest.atom
  GET /feeds/author/{id}.atom
  GET /feeds/tag/{tag}.atom
  POST /integrations/vrc-log/ingest
  GET /integrations/vrc-log/tickets/{ticket}
  GET /account/marks
  GET /session
  GET /account/sessions
  DELETE /account/sessions
  DELETE /account/sessions/{sessionId}
  GET /account/export
  DELETE /account
  GET /favorites/export
  POST /favorites/import
  POST /favorites/batch
  POST /favorites/restore
  GET /likes
  GET /account/keys
  POST /account/keys
  DELETE /account/keys/{keyId}
  GET /account/applications
  POST /account/applications
  PATCH /account/applications/{clientId}
  POST /account/applications/{clientId}/secret
  DELETE /account/applications/{clientId}
  GET /account/grants
  DELETE /account/grants/{grantId}
  GET /creator/avatars/{id}
  GET /creator/overview
  POST /creator/avatars/visibility
  GET /creator/opt-out
  PUT /creator/opt-out
  POST /oauth2/authorize/{id}
  GET /admin/blocks
  PUT /admin/blocks/{id}
  DELETE /admin/blocks/{id}
  GET /admin/opt-outs
  PUT /admin/opt-outs/{id}
  DELETE /admin/opt-outs/{id}
  GET /admin/reports
  POST /admin/reports/{id}/close
  POST /admin/reports/{id}/reopen
  GET /admin/applications
  PUT /admin/applications/{clientId}/block
  DELETE /admin/applications/{clientId}/block
  GET /admin/audit
  GET /admin/health
  GET /admin/placements
  POST /admin/placements
  PATCH /admin/placements/{id}
  DELETE /admin/placements/{id}
  GET /admin/staff
  PUT /admin/staff/{name}
  DELETE /admin/staff/{name}
  POST /discord/connection
  PUT /discord/guilds/{id}/feed
  GET /login
  GET /login/callback
  POST /logout
  GET /.well-known/oauth-authorization-server
  GET /ready
  GET /openapi.json`

/**
 * Parameters with their bounds and defaults, copied by hand from the spec. `prompt`, `minPerformance`, `updated`,
 * `relevance`, all of `/favorites` and all but `days` of `/creator/avatars` are ours.
 */
const PARAMETERS = `
  GET /avatars/search: q, author, tag, platform pc|quest|ios, minPerformance excellent|good|medium|poor|very-poor, sort recent|oldest|name|popular|updated|relevance =recent, limit 1..60 =24, offset =0
  GET /avatars/tags: limit 1..60 =24
  GET /avatars/trending: limit 1..20 =5
  GET /avatars/all: offset =0, limit 1..1000 =1000, sort recent|popular|name =recent
  GET /insights/overview: days 7..90 =30
  GET /insights/avatars: q, author, platform pc|quest|ios, sort views|trending|impressions|outbound|ctr|likes|favorites|newest =views, days 7..90 =30, limit 1..100 =30, offset =0
  GET /insights/avatars/{id}: days 7..90 =30
  GET /favorites: q, group, available yes|no, sort saved|name|own =saved, limit 1..500, offset =0
  GET /creator/avatars: days 7..90 =30, series yes|no =yes, listed yes|no, sort views|trending|impressions|outbound|ctr|likes|favorites|newest =newest, limit 1..500, offset =0
  GET /world/client: q, author, offset =0
  GET /world/search: q, author, tag, platform pc|quest|ios, sort recent|oldest|name|popular|updated|relevance =popular, limit 1..500 =50, offset =0
  GET /world/list: sort recent|oldest|name|popular|updated|relevance =popular, platform pc|quest|ios, limit 1..500 =50, offset =0
  GET /world/all: offset =0, limit 1..1000 =1000
  GET /world/trending: limit 1..500 =24
  GET /world/promoted: limit 1..50 =24
  GET /world/promoted/groups: limit 1..50 =12
  GET /world/random: limit 1..500 =24, platform pc|quest|ios
  GET /world/avatars: ids
  GET /world/tags: limit 1..200 =50
  GET /world/searches: limit 1..50 =10
  GET /world/leaderboard: limit 1..50 =10
  GET /world/supporters: limit 1..200 =50
  GET /world/bundle: include, limit 1..500 =24
  GET /oauth2/authorize: client_id, redirect_uri, response_type code, scope, state, code_challenge, code_challenge_method S256, prompt`

describe('the routes of the contract', () => {
  for (const [auth, table] of Object.entries(SPEC)) {
    it(`have every endpoint of the spec with the authentication ${auth}`, () => {
      const inContract = ROUTES.filter(route => route.inSpec && route.auth === auth).map(nameOf)
      assert.deepEqual(inContract.toSorted(), linesOf(table).toSorted())
    })
  }

  it('have the listed extensions of the spec and no others', () => {
    const ours = ROUTES.filter(route => !route.inSpec).map(nameOf)
    const listed = linesOf(OURS)
    assert.deepEqual(
      [ours.filter(name => !listed.includes(name)), listed.filter(name => !ours.includes(name))],
      [[], []],
      'routes that OURS in this file lacks, and lines of it without a route',
    )
    assert.equal(listed.length, new Set(listed).size)
  })

  it('have unique ids, and unique pairs of method and path', () => {
    assert.equal(new Set(ROUTES.map(({ id }) => id)).size, ROUTES.length)
    assert.equal(new Set(ROUTES.map(nameOf)).size, ROUTES.length)
    for (const [id, route] of Object.entries(ROUTES_BY_ID)) assert.equal(route.id, id)
  })

  it('name each parameter of their path', () => {
    for (const route of ROUTES) {
      const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      assert.deepEqual(Object.keys(asJsonSchema(route.params ?? {}).properties ?? {}), inPath, nameOf(route))
    }
  })

  it('have the query parameters, bounds and defaults of the spec', () => {
    const parametersInSpec = new Map(
      linesOf(PARAMETERS).map(line => [line.split(': ')[0], line.split(': ')[1]]),
    )
    // The spec names no query parameters of these two.
    const unspecified = ['/discord/callback', '/avatars/events']
    for (const route of ROUTES.filter(({ inSpec, path }) => inSpec && !unspecified.includes(path))) {
      assert.equal(parametersOf(route.query), parametersInSpec.get(nameOf(route)) ?? '', nameOf(route))
    }
  })

  it('have schemas that the readers of queries and paths understand', () => {
    for (const { query, params } of ROUTES) {
      if (query) createQueryReader(query)
      if (params) createParamsReader(params)
    }
  })

  it('take up to 500 ids of avatars and refuse more', () => {
    const read = createQueryReader(ROUTES_BY_ID.worldAvatars.query)
    const ids = (count: number) => `ids=${Array(count).fill('avtr_x').join(',')}`
    assert.equal(read(ids(500)).kind, 'value')
    assert.equal(read(ids(501)).kind, 'invalid')
  })

  it('have the limit groups of the spec', () => {
    const groupOf = (path: string) => ROUTES.filter(route => route.path === path).map(({ limit }) => limit)
    assert.deepEqual(groupOf('/avatars/all'), ['bulk'])
    assert.deepEqual(groupOf('/avatars/submit'), ['submissions'])
    assert.deepEqual(groupOf('/avatars/{id}/report'), ['reports'])
    for (const route of ROUTES) {
      const isWorld = route.path.startsWith('/world/')
      assert.equal(route.limit === 'world', isWorld, nameOf(route))
      const isSignedInWrite =
        route.method !== 'GET' &&
        ['session', 'same-origin-session', 'admin'].includes(route.auth) &&
        route.id !== 'logout'
      assert.equal(route.limit === 'writes', isSignedInWrite, nameOf(route))
    }
  })
})

describe('the inputs', () => {
  it('that must match a pattern say in words what is allowed', () => {
    for (const { params, query, body, ...route } of ROUTES)
      for (const part of [params, query, body])
        assert.deepEqual(patternsWithoutWords(asJsonSchema(part ?? {})), [], `${route.method} ${route.path}`)
  })
})

describe('the limits', () => {
  it('are those of the spec and of our extensions', () => {
    assert.deepEqual(LIMITS_PER_MINUTE, {
      read: 600,
      bulk: 30,
      submissions: 100,
      reports: 5,
      writes: 30,
      world: 240,
      files: 6000,
      global: 1200,
    })
  })

  it('of submissions and world pages are those of the spec', () => {
    const { avatarIds } = asJsonSchema(ROUTES_BY_ID.submitAvatars.body).properties!
    assert.deepEqual([avatarIds!.minItems, avatarIds!.maxItems], [1, 50])
    const { maxLimit, allPage, schema } = asJsonSchema(ROUTES_BY_ID.worldPing.response).properties!
    assert.deepEqual([maxLimit!.const, allPage!.const, schema!.const], [500, 1000, 1])
    assert.equal(asJsonSchema(ROUTES_BY_ID.worldClient.response).properties!.avatars!.maxItems, 120)
    const row = asJsonSchema(ROUTES_BY_ID.insightsAvatar.response).properties!.sparkline!
    assert.deepEqual([row.minItems, row.maxItems], [14, 14])
  })
})

function nameOf({ method, path }: RouteContract): string {
  return `${method} ${path}`
}

function patternsWithoutWords(schema: JsonSchema): string[] {
  const { pattern, items = [], properties = {}, anyOf = [], oneOf = [] } = schema
  const parts = [Object.values(properties), anyOf, oneOf, items].flat()
  const own = pattern !== undefined && schema['x-words'] === undefined ? [pattern] : []
  return [...own, ...parts.flatMap(patternsWithoutWords)]
}

function linesOf(table: string): string[] {
  return table.trim().split(/\n\s*/)
}

function parametersOf(query: RouteContract['query']): string {
  const { properties = {} } = asJsonSchema(query ?? {})
  return Object.entries(properties)
    .map(([name, field]) => name + boundsOf(field) + defaultOf(field))
    .join(', ')
}

/** The allowed values or the bounds; nothing for an offset, whose maximum is not in the spec. */
function boundsOf({ enum: values, minimum, maximum = 0 }: JsonSchema): string {
  if (values !== undefined) return ` ${values.join('|')}`
  return minimum === undefined || maximum > 1000 ? '' : ` ${minimum}..${maximum}`
}

function defaultOf({ default: value }: JsonSchema): string {
  return value === undefined || Array.isArray(value) ? '' : ` =${value}`
}
