import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { ERRORS, type ErrorCode, ErrorSchema } from '@avatary/contract/errors'
import type { RouteContract } from '@avatary/contract/route'
import { creatorRoutes } from '@avatary/contract/routes/creator'
import { Compile } from 'typebox/compile'
import { MINUTE_MS } from '../../src/kernel/time.ts'
import {
  ANNA,
  BORIS_AVATAR_ID,
  bodyOf,
  type CreatorSite,
  FOX,
  startCreators,
  unlinked,
} from '../support/creators.ts'
import { PLAYER, type SignedInBrowser, signIn } from '../support/sign-in.ts'

type Id = keyof typeof creatorRoutes
const ROUTES = Object.entries(creatorRoutes) as [Id, RouteContract][]
const UNKNOWN = 'avtr_00000000-0000-4000-8000-00000000dead'
const errorShape = Compile(ErrorSchema)

const BODIES: { readonly [Key in Id]?: object } = {
  setVisibility: { listed: false },
  setVisibilities: { ids: [FOX, BORIS_AVATAR_ID, 'fox'], listed: false },
  setCreatorOptOut: { optedOut: true },
}

type Asks = Pick<SignedInBrowser, 'get' | 'put' | 'post'>

function ask(by: Asks, id: Id, avatarId = FOX, body: unknown = BODIES[id]) {
  const { method, path } = creatorRoutes[id]
  const target = path.replace('{id}', avatarId)
  if (method === 'GET') return by.get(target)
  return method === 'PUT' ? by.put(target, body) : by.post(target, body)
}

async function assertRefused(answer: Promise<Response>, code: ErrorCode, about: string): Promise<void> {
  const response = await answer
  const text = await response.text()
  assert.equal(response.status, ERRORS[code].status, `${about}: ${text}`)
  assert.ok(errorShape.Check(JSON.parse(text)), text)
  assert.equal(JSON.parse(text).code, code, about)
  assert.equal(response.headers.get('cache-control'), 'no-store')
}

/** People who get the same error from every route, keyed by that error. */
const ALWAYS: Readonly<Partial<Record<ErrorCode, (site: CreatorSite) => Promise<Asks>>>> = {
  no_verified_link: async ({ app }) => await signIn(app, PLAYER),
  upstream_unavailable: async ({ app, sim, clock }) => {
    const anna = await signIn(app, ANNA)
    sim.faults.add({ fault: 'reset' })
    clock.advance(10 * MINUTE_MS)
    return anna
  },
}

async function start(t: TestContext): Promise<CreatorSite> {
  return await startCreators(t)
}

describe('the routes of creators keep the contract', () => {
  it('and answer as their schemas say, in answers that no cache or other site may keep', async t => {
    const { app } = await start(t)
    const anna = await signIn(app, ANNA)
    for (const [id, route] of ROUTES) {
      const response = await ask(anna, id)
      const text = await response.text()
      assert.equal(response.status, 200, text)
      const shape = Compile(route.response)
      const body: unknown = JSON.parse(text)
      assert.ok(shape.Check(body), `${id}: ${JSON.stringify(shape.Errors(body).slice(0, 3))}`)
      assert.match(response.headers.get('cache-control') ?? '', /^(no-store|private, no-cache)$/)
      assert.equal(response.headers.get('access-control-allow-origin'), null)
    }
  })

  it('and move `days` into its bounds, and refuse text', async t => {
    const { app } = await start(t)
    const anna = await signIn(app, ANNA)
    for (const [sent, used] of [
      ['', 30],
      ['?days=1', 7],
      ['?days=7', 7],
      ['?days=1000', 90],
    ] as const) {
      const { days, avatars } = (await (await anna.get(`/creator/avatars${sent}`)).json()) as {
        days: number
        avatars: { series: object[] }[]
      }
      assert.deepEqual([days, ...avatars.map(({ series }) => series.length)], [used, used, used, used])
    }
    await assertRefused(anna.get('/creator/avatars?days=week'), 'invalid_parameter', 'days')
  })

  it('and refuse people who are not signed in, and pages of other sites', async t => {
    const { app } = await start(t)
    const { cookie } = await signIn(app, ANNA)
    const from = (headers: Record<string, string>) => {
      const send = (method: string) => (path: string, body?: unknown) =>
        app.get(path, {
          method,
          headers: { ...headers, 'Content-Type': 'application/json' },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        })
      return { get: send('GET'), put: send('PUT'), post: send('POST') }
    }
    for (const [id, { method }] of ROUTES) {
      await assertRefused(ask(from({ Origin: app.config.http.publicUrl }), id), 'sign_in_required', id)
      if (method === 'GET') continue
      const elsewhere = from({ Cookie: cookie, Origin: 'https://evil.example' })
      await assertRefused(ask(elsewhere, id), 'origin_not_allowed', id)
    }
  })

  it('and refuse bodies that their schemas do not allow', async t => {
    const { app } = await start(t)
    const anna = await signIn(app, ANNA)
    const flags = {
      setVisibility: 'listed',
      setVisibilities: 'listed',
      setCreatorOptOut: 'optedOut',
    } as const
    for (const [id, flag] of Object.entries(flags) as [keyof typeof flags, string][])
      for (const body of [{}, [], { [flag]: 'false' }, { [flag]: 0 }, { [flag]: null }, { [flag]: [true] }])
        await assertRefused(ask(anna, id, FOX, body), 'invalid_body', `${id} ${JSON.stringify(body)}`)
    for (const ids of [undefined, [], FOX, [1], Array(501).fill(FOX)])
      await assertRefused(ask(anna, 'setVisibilities', FOX, { ids, listed: false }), 'invalid_body', 'ids')
    const { optedOut } = await bodyOf<{ optedOut: boolean }>(anna.get('/creator/opt-out'))
    assert.equal(optedOut, false)
  })

  for (const [code, make] of Object.entries(ALWAYS) as [
    ErrorCode,
    NonNullable<(typeof ALWAYS)['internal']>,
  ][])
    it(`and answer ${code}, each of them`, async t => {
      const by = await make(await start(t))
      for (const [id] of ROUTES) await assertRefused(ask(by, id), code, id)
    })

  it('and answer avatar_not_found for an avatar that the index does not have', async t => {
    const { app } = await start(t)
    const anna = await signIn(app, ANNA)
    for (const id of [UNKNOWN, 'fox', '%00', 'avtr_', encodeURIComponent("' or 1=1 --")])
      for (const route of ['setVisibility', 'creatorAvatar'] as const)
        await assertRefused(ask(anna, route, id), 'avatar_not_found', id)
  })

  it('and answer not_owner for an avatar of somebody else', async t => {
    const { app } = await start(t)
    const anna = await signIn(app, ANNA)
    for (const route of ['setVisibility', 'creatorAvatar'] as const)
      await assertRefused(ask(anna, route, BORIS_AVATAR_ID), 'not_owner', BORIS_AVATAR_ID)
  })

  it('and answer no_verified_link after the link was lost', async t => {
    const { app, sim, clock } = await start(t)
    const anna = await signIn(app, ANNA)
    sim.putPerson(unlinked(ANNA))
    clock.advance(11 * MINUTE_MS)
    for (const [id] of ROUTES) await assertRefused(ask(anna, id), 'no_verified_link', id)
  })

  it('and every error that the contract has is among these', () => {
    const tested = [...Object.keys(ALWAYS), 'avatar_not_found', 'not_owner']
    for (const [, { errors }] of ROUTES) for (const code of errors) assert.ok(tested.includes(code), code)
  })
})
