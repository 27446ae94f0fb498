import assert from 'node:assert/strict'
import { asJsonSchema, type JsonSchema } from '@avatary/contract/json-schema'
import { bodyLimitOf, type RouteContract } from '@avatary/contract/route'
import { ROUTES } from '@avatary/contract/routes/all'
import { assertBody } from './successes.ts'
import { addressOf, ask, assertRefused, type Check, nameOf, PUBLIC_ROUTES, UNKNOWN_ID } from './target.ts'

/** Parameters that no route declares, some of them malformed. */
export const UNKNOWN_PARAMETERS = 'limit[]=x&__proto__=1&%00=%ff&q%5Ba%5D=b'

/** Checks that each parameter of the public routes is refused by name or clamped, and that unknown ones are ignored. */
export function parameterChecks(): Check[] {
  const readable = PUBLIC_ROUTES.filter(
    ({ query, oauthErrors, status, params }) =>
      query !== undefined && oauthErrors === undefined && status !== 303 && params === undefined,
  )
  return [
    ...readable.flatMap(route =>
      Object.entries(asJsonSchema(route.query!).properties!).flatMap(([name, field]) =>
        parameterCheck(route, name, field),
      ),
    ),
    ...readable.filter(({ mediaType }) => mediaType !== 'text/event-stream').map(ignoringCheck),
  ]
}

function ignoringCheck(route: RouteContract): Check {
  return {
    name: `${nameOf(route)} ignores parameters that it does not know`,
    async run(target) {
      const { query = '' } = route.exampleRequests?.[0] ?? {}
      const answer = await ask(target, addressOf(route, `${query}&${UNKNOWN_PARAMETERS}`))
      assert.equal(answer.status, 200, answer.text)
      assertBody(route, answer)
    },
  }
}

function parameterCheck(route: RouteContract, name: string, field: JsonSchema): Check[] {
  if (field.enum === undefined && field.items?.enum === undefined && field.type !== 'integer') return []
  if (field['x-drops-unknown']) return []
  const checks: Check[] = [
    {
      name: `${nameOf(route)} refuses a wrong ${name}, and names it`,
      async run(target) {
        const answer = await ask(target, addressOf(route, `${name}=no-such-value`))
        assertRefused(answer, 'invalid_parameter', `\`${name}\``)
      },
    },
  ]
  if (field.type === 'integer' && field.default !== undefined) checks.push(clampCheck(route, name, field))
  return checks
}

function clampCheck(route: RouteContract, name: string, { minimum, maximum }: JsonSchema): Check {
  return {
    name: `${nameOf(route)} moves ${name} into its bounds`,
    async run(target) {
      const { query = '' } = route.exampleRequests?.[0] ?? {}
      const cases = [
        [`-${'9'.repeat(40)}`, minimum],
        ['9'.repeat(40), maximum],
      ] as const
      for (const [sent, used] of cases) {
        const answer = await ask(target, addressOf(route, `${query}&${name}=${sent}`))
        assert.equal(answer.status, 200, answer.text)
        const echoed = (JSON.parse(answer.text) as Record<string, unknown>)[name]
        if (echoed !== undefined) assert.equal(echoed, used)
      }
    },
  }
}

/** Checks that every path refuses unsupported methods, lists the supported ones, and answers a preflight. */
export function methodChecks(): Check[] {
  return [...new Set(ROUTES.map(({ path }) => path))].map(path => ({
    name: `${path} takes its methods and no others`,
    async run(target) {
      const methods = methodsAt(path)
      const address = addressOf({ ...ROUTES[0]!, path })
      const wrong = ['DELETE', 'PUT', 'PATCH', 'POST', 'GET'].find(method => !methods.includes(method))
      if (wrong !== undefined) {
        const answer = await ask(target, address, { method: wrong })
        assertRefused(answer, 'method_not_allowed')
        assert.deepEqual(answer.headers.get('allow')?.split(', '), methods)
      }
      const preflight = await ask(target, address, { method: 'OPTIONS' })
      assert.equal(preflight.status, 204)
      assert.deepEqual(preflight.headers.get('allow')?.split(', '), methods)
    },
  }))
}

/**
 * The methods of a path. A path without parameters has only those of its own routes, so that `/favorites/groups` is not
 * taken for an id of `/favorites/{id}`; any other has those of every route that matches.
 */
function methodsAt(path: string): string[] {
  const target = path.replaceAll(/\{\w+\}/g, UNKNOWN_ID)
  const isMatching = (other: string) =>
    target === path
      ? other === path
      : new RegExp(`^${other.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(target)
  const methods = ROUTES.filter(other => isMatching(other.path)).map(({ method }): string => method)
  if (methods.includes('GET')) methods.push('HEAD')
  return [...new Set([...methods, 'OPTIONS'])].sort()
}

/** Checks that every public route that takes a body refuses a faulty one, and says why. */
export function bodyChecks(): Check[] {
  const json = { 'Content-Type': 'application/json' }
  const post = (body: string | undefined, headers: Record<string, string> = json): RequestInit =>
    body === undefined ? { headers } : { body, headers }
  const cases = [
    ['unsupported_media_type', post('{}', { 'Content-Type': 'application/xml' })],
    ['unsupported_media_type', post('{}', { ...json, 'Content-Encoding': 'gzip' })],
    ['malformed_json', post('{"a":')],
    ['malformed_json', post('')],
    ['malformed_json', post('\ud800{')],
    ['invalid_body', post('[]')],
    ['invalid_body', post('{}')],
  ] as const
  const asText = ['unsupported_media_type', post('{}', { 'Content-Type': 'text/plain' })] as const
  return PUBLIC_ROUTES.filter(({ body }) => body !== undefined).map(route => ({
    name: `${nameOf(route)} refuses bodies that it cannot take`,
    async run(target) {
      const tooLarge = ['body_too_large', post(' '.repeat(bodyLimitOf(route) + 1))] as const
      const takesText = route.bodyMediaTypes?.includes('text/plain') ?? false
      for (const [code, init] of [...(takesText ? [] : [asText]), ...cases, tooLarge]) {
        assertRefused(await ask(target, addressOf(route), { method: route.method, ...init }), code)
      }
    },
  }))
}

/** Checks that routes about one avatar answer an error when it does not exist. */
export function missingChecks(): Check[] {
  const routes = PUBLIC_ROUTES.filter(
    ({ errors, params, body }) =>
      errors.includes('avatar_not_found') && params !== undefined && body === undefined,
  )
  return routes.map(route => ({
    name: `${nameOf(route)} answers 404 for an avatar that is not listed`,
    async run(target) {
      assertRefused(await ask(target, addressOf(route), { method: route.method }), 'avatar_not_found')
    },
  }))
}

/** Checks that admin routes answer only requests with the token, and read nothing of the others. */
export function adminChecks(): Check[] {
  return ROUTES.filter(({ auth }) => auth === 'admin').map(route => ({
    name: `${nameOf(route)} answers 401 without the admin token`,
    async run(target) {
      const isRead = route.method === 'GET'
      const proofs = [undefined, 'Bearer', `Basic ${target.adminToken}`, 'Bearer ava_wrong']
      // Writes have a low limit, of which other checks need a share.
      for (const proof of isRead ? proofs : proofs.slice(-1)) {
        const headers = { ...(proof && { Authorization: proof }), 'Content-Type': 'application/json' }
        const body = isRead ? {} : { body: '{"a":' }
        const address = addressOf(route, 'limit=no-number')
        const answer = await ask(target, address, { method: route.method, headers, ...body })
        assertRefused(answer, 'admin_token_required')
        assert.match(answer.headers.get('www-authenticate') ?? 'absent', /^Bearer/)
      }
    },
  }))
}

/** Checks the refusals that every route has in common. */
export function placeChecks(): Check[] {
  return [
    {
      name: 'an unknown address answers 404 as JSON',
      async run(target) {
        for (const path of ['/nowhere', '/avatars', '/avatars/search//', '/AVATARS/search', '//', '/%00']) {
          assertRefused(await ask(target, path), 'not_found')
        }
      },
    },
    {
      name: 'a path with a broken escape is refused',
      async run(target) {
        assertRefused(await ask(target, '/avatars/%zz/track'), 'bad_request')
      },
    },
    {
      name: 'an address that is too long is refused',
      async run(target) {
        assertRefused(await ask(target, `/avatars/search?q=${'x'.repeat(40_000)}`), 'uri_too_long')
      },
    },
    {
      name: 'requests beyond a limit are refused until there is room again',
      async run(target) {
        const route = ROUTES.find(({ limit }) => limit === 'reports')!
        let answer = await ask(target, addressOf(route), { method: route.method })
        for (let more = Number(answer.headers.get('ratelimit-limit')); more > 0; more--) {
          answer = await ask(target, addressOf(route), { method: route.method })
        }
        assertRefused(answer, 'rate_limited')
        assert.equal(answer.headers.get('ratelimit-remaining'), '0')
        const wait = Number(answer.headers.get('retry-after'))
        assert.ok(wait >= 1 && wait <= 60, String(wait))
      },
    },
  ]
}
