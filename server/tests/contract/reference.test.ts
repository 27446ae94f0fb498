import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { EXAMPLE_AUTHOR_ID, EXAMPLE_AVATAR_ID, EXAMPLE_PERSON } from '@avatary/contract/example-values'
import { asJsonSchema } from '@avatary/contract/json-schema'
import { isEmpty } from '@avatary/contract/openapi/responses'
import type { RouteContract } from '@avatary/contract/route'
import { ROUTES } from '@avatary/contract/routes/all'
import { sampleOf } from '@avatary/contract/sample'
import { sampleTarget } from '../../src/slices/reference/index.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { afterwards } from '../support/cleanup.ts'
import { INVENTED_AVATARS } from '../support/invented-avatars.ts'
import { creator, signIn, startCommunity } from '../support/sign-in.ts'

const { id: sub, username, name } = EXAMPLE_PERSON
const MARLOW = { ...creator(EXAMPLE_AUTHOR_ID), sub, username, name }
const EXAMPLE = {
  id: EXAMPLE_AVATAR_ID,
  name: 'Ember Fox',
  authorId: EXAMPLE_AUTHOR_ID,
  authorName: 'Marlow',
  tags: ['author_tag_fox'],
  platforms: ['pc' as const],
}

/** Path parameters whose values only a server can assign. */
const OWN_ID = /\{(groupId|sessionId|keyId|clientId|grantId|ticket)\}/
/** Samples that need something that this server lacks: pictures, a submission, a group. */
const LACKING = ['avatarEvents', 'avatarImage', 'submissionState', 'moveToGroup']
const LAST = ['logout', 'endSessions', 'deleteAccount']

function isAnswered({ id, tag, path, errors }: RouteContract): boolean {
  const needsUpstream = tag === 'discord' || tag === 'oauth' || errors?.includes('upstream_not_configured')
  return !needsUpstream && !OWN_ID.test(path) && !LACKING.includes(id)
}

async function open(t: TestContext): Promise<TestApp> {
  const { env } = await startCommunity(t, [MARLOW])
  const limits = {
    RATE_LIMIT_WRITES: '0',
    RATE_LIMIT_READ: '0',
    RATE_LIMIT_GLOBAL: '0',
    RATE_LIMIT_BULK: '0',
  }
  const app = await startTestApp({ avatars: [...INVENTED_AVATARS, EXAMPLE], env: { ...env, ...limits } })
  afterwards(t, async () => await app[Symbol.asyncDispose]())
  return app
}

/** Sends a request as the reference shows it, with the authorization that it needs. */
async function send(app: TestApp, route: RouteContract): Promise<Response> {
  const sample = sampleOf(route)
  const { body } = sample
  const { cookie } =
    route.auth === 'public' || route.auth === 'admin' ? { cookie: '' } : await signIn(app, MARLOW)
  return await app.get(sampleTarget(route, sample), {
    method: route.method,
    headers: {
      Origin: app.config.http.publicUrl,
      ...(cookie !== '' && { Cookie: cookie }),
      ...(route.auth === 'admin' && { Authorization: `Bearer ${app.adminToken}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

/**
 * The parts of an answer that the sample determines: keys, those shown of an open shape, and values that the request
 * names.
 */
function decidedBy(route: RouteContract, answer: object): object {
  const { params, query, body, answer: shown } = sampleOf(route)
  const isOpen = asJsonSchema(route.response).additionalProperties !== false
  const said = {
    ...Object.fromEntries(new URLSearchParams(query)),
    ...params,
    ...(body as object | undefined),
  }
  return Object.fromEntries(
    Object.entries(answer)
      .filter(([name]) => !isOpen || name in (shown as object))
      .map(([name, value]) => [name, name in said ? value : 'anything']),
  )
}

describe('a server', () => {
  it('answers every request in the reference as shown there', async t => {
    const app = await open(t)
    const routes = ROUTES.filter(isAnswered)
    const last = routes.filter(({ id }) => LAST.includes(id))
    for (const route of [...routes.filter(route => !last.includes(route)), ...last]) {
      const response = await send(app, route)
      const text = await response.text()
      assert.equal(response.status, route.status ?? 200, `${route.id}: ${text.slice(0, 300)}`)
      if (isEmpty(route.response) || route.mediaType !== undefined) continue
      const [actual, shown] = [JSON.parse(text) as object, sampleOf(route).answer as object]
      if (Array.isArray(actual)) continue
      assert.deepEqual(decidedBy(route, actual), decidedBy(route, shown), route.id)
    }
  })
})
