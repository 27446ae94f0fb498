import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AvatarId } from '../../kernel/avatar-id.ts'
import { HOUR_MS } from '../../kernel/time.ts'
import type { Upstream, UpstreamAnswer } from '../../kernel/upstream.ts'
import type { LookupStore } from './store.sql.ts'
import type { LeasedLookup, LeaseOutcome } from './store.ts'
import { Verifier } from './verifier.ts'

const NOW = Date.UTC(2026, 10, 21)
const ID = 'avtr_26187637-0c30-4a09-86e1-bc928c07309e' as AvatarId
const LEASED: LeasedLookup = { id: ID, origin: 'submission', failures: 0, leaseId: 7 }
const AVATAR = { id: ID, name: 'Fox', releaseStatus: 'public' }
const ok = (value: unknown): UpstreamAnswer => ({ kind: 'ok', status: 200, value })

type Ask = (signal: AbortSignal | undefined) => Promise<UpstreamAnswer>

/** A verifier on a store that returns the lookups given by a test, and records calls. */
function verifierOver(outcomes: LeaseOutcome[], ask: UpstreamAnswer | Ask) {
  const done: unknown[][] = []
  const log: string[] = []
  const logged: object[] = []
  const asked: { path: string; maxAttempts: number | undefined }[] = []
  const store = {
    lease: async () => outcomes.shift() ?? { kind: 'idle' },
    decide: async (lookup, verdict) => {
      done.push(['decide', lookup.id, verdict.kind])
      return { kind: 'indexed' }
    },
    postpone: async (lookup, { failure, fingerprint }) =>
      void done.push(['postpone', lookup.id, failure, fingerprint]),
    release: async lookup => void done.push(['release', lookup.id]),
    endRefusalRest: async () => false,
  } as Partial<LookupStore> as LookupStore
  const platform = {
    name: 'platform',
    get: async (path: string, { signal, maxAttempts }: { signal?: AbortSignal; maxAttempts?: number }) => {
      asked.push({ path, maxAttempts })
      return typeof ask === 'function' ? await ask(signal) : ask
    },
  } as unknown as Upstream
  const slept: number[] = []
  const recorded: string[] = []
  const stopping = new AbortController()
  const write = (fields: object, message: string) => {
    logged.push(fields)
    log.push(message)
  }
  const verifier = new Verifier({
    store,
    platform,
    credentials: { kind: 'cookies', cookies: { auth: 'secret' } },
    fingerprint: 'fingerprint',
    lookupsPerMinute: 20,
    clock: { now: () => NOW },
    sleep: async ms => {
      slept.push(ms)
      if (slept.length === 3) stopping.abort()
    },
    random: () => 0,
    log: { error: write, warn: write, info: write, debug: write },
    recorder: { recordLookup: (origin, outcome) => recorded.push(`${origin} ${outcome}`), recordRest() {} },
  })
  return { verifier, done, log, logged, asked, slept, recorded, stopping }
}

const leased: LeaseOutcome = { kind: 'leased', lookup: LEASED }

describe('a lookup', () => {
  it('is a single request, because the budget does not count further ones', async () => {
    const { verifier, asked } = verifierOver([leased], ok(AVATAR))
    assert.equal(await verifier.step(), 0)
    assert.deepEqual(asked, [{ path: '/avatars/{id}', maxAttempts: 1 }])
  })

  const CASES: [what: string, answer: UpstreamAnswer, done: unknown[]][] = [
    ['a public avatar is decided', ok(AVATAR), ['decide', ID, 'public']],
    [
      'one that is not public is decided',
      ok({ ...AVATAR, releaseStatus: 'hidden' }),
      ['decide', ID, 'rejected'],
    ],
    [
      'a limit is obeyed',
      { kind: 'limited', retryAfterMs: 9000 },
      ['postpone', ID, { kind: 'limited', retryAfterMs: 9000 }, 'fingerprint'],
    ],
    [
      'a refusal of the account stops everything',
      { kind: 'refused', status: 401, message: '', code: null },
      ['postpone', ID, { kind: 'refused' }, 'fingerprint'],
    ],
    [
      'a refusal of the request is a failure',
      { kind: 'refused', status: 400, message: '', code: null },
      ['postpone', ID, { kind: 'failed', retryAfterMs: null }, 'fingerprint'],
    ],
    [
      'a fault is a failure',
      { kind: 'unavailable', fault: 'server_error', reason: 'answered 503', retryAfterMs: 4000 },
      ['postpone', ID, { kind: 'failed', retryAfterMs: 4000 }, 'fingerprint'],
    ],
    [
      'what was not asked is no failure',
      { kind: 'unavailable', fault: 'resting', reason: '', retryAfterMs: 15_000 },
      ['postpone', ID, { kind: 'unasked', restMs: 15_000 }, 'fingerprint'],
    ],
    [
      'an answer about something else is a failure',
      ok({ ...AVATAR, id: 'avtr_00000000-0000-4000-8000-000000000000' }),
      ['postpone', ID, { kind: 'failed', retryAfterMs: null }, 'fingerprint'],
    ],
  ]
  for (const [what, answer, expected] of CASES) {
    it(`of which ${what}`, async () => {
      const { verifier, done } = verifierOver([leased], answer)
      await verifier.step()
      assert.deepEqual(done, [expected])
    })
  }

  it('that is aborted because the process stops is returned', async () => {
    const stopping = new AbortController()
    const { verifier, done } = verifierOver([leased], async signal => {
      stopping.abort()
      throw signal!.reason
    })
    await assert.rejects(verifier.step(stopping.signal), error => error === stopping.signal.reason)
    assert.deepEqual(done, [['release', ID]])
  })

  it('that throws is postponed like one that failed', async () => {
    const { verifier, done } = verifierOver([leased], async () => {
      throw new TypeError('a bug')
    })
    await assert.rejects(verifier.step(), { message: 'a bug' })
    assert.deepEqual(done, [['postpone', ID, { kind: 'failed', retryAfterMs: null }, 'fingerprint']])
  })
})

describe('the worker', () => {
  it('sleeps until the next lookup may start, at most 15 seconds, and a second when nothing waits', async () => {
    const waits: LeaseOutcome[] = [
      { kind: 'wait', untilMs: NOW + 2250, restReason: null },
      { kind: 'wait', untilMs: NOW + HOUR_MS, restReason: 'limited' },
      leased,
    ]
    const { verifier, slept, stopping, done } = verifierOver(waits, ok(AVATAR))
    await verifier.run(stopping.signal)
    assert.deepEqual(slept, [2250, 15_000, 1000])
    assert.equal(done.length, 1)
  })

  it('logs a refusal once', async () => {
    const refused: LeaseOutcome = { kind: 'wait', untilMs: NOW + HOUR_MS, restReason: 'refused' }
    const { verifier, log, stopping } = verifierOver([refused, refused, refused], ok(AVATAR))
    await verifier.run(stopping.signal)
    assert.equal(log.filter(line => line.includes('refuses our account')).length, 1)
  })

  it('logs why the account was refused, not why a single lookup was', async () => {
    const refused: LeaseOutcome = { kind: 'wait', untilMs: NOW + 3_600_000, restReason: 'refused' }
    const answers: UpstreamAnswer[] = [
      { kind: 'refused', status: 401, message: 'sign in', code: null },
      { kind: 'refused', status: 400, message: 'no such id', code: null },
    ]
    const { verifier, logged } = verifierOver([leased, leased, refused], async () => answers.shift()!)
    for (let steps = 0; steps < 3; steps++) await verifier.step()
    const until = '2026-11-21T01:00:00.000Z'
    assert.deepEqual(logged, [{ event: 'platform-account-refused', status: 401, reason: 'sign in', until }])
  })

  it('counts the outcomes of lookups', async () => {
    const { verifier, recorded } = verifierOver([leased, leased], ok({ ...AVATAR, name: 7 }))
    await verifier.step()
    assert.deepEqual(recorded, ['submission failed'])
  })
})
