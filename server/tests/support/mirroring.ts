import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { boundedFetch } from '../../src/platform/upstream/bounded-fetch.ts'
import { Mirror } from '../../src/slices/interop/mirror/mirror.ts'
import { MirrorStore } from '../../src/slices/interop/mirror/mirror-store.sql.ts'
import { PACE_MS, SourceClient } from '../../src/slices/interop/mirror/source-client.ts'
import { FakeSource } from './fake-source.ts'
import { contentsOf, sqliteCatalog } from './sqlite-catalog.ts'

export const START = Date.UTC(2026, 10, 21, 12)

export function id(n: number): string {
  return `avtr_00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
}

/** A source, and a catalog that mirrors it. Time passes only in pauses; those between requests are not recorded. */
export async function mirroring(t: TestContext, { avatars = 0, maxAttempts = 5 } = {}) {
  const source = await FakeSource.start(t)
  for (let n = 0; n < avatars; n++) source.list(id(n), `Fox ${n}`, START - 1_000_000 + n * 1000)
  const { db, store } = await sqliteCatalog(t)
  const pauses: number[] = []
  const deadlines: AbortController[] = []
  const stopping = new AbortController()
  let now = START
  const open = async ({ acceptShrink = false } = {}) => {
    const client = new SourceClient(
      {
        fetch: boundedFetch(
          (url, init) => {
            const controller = new AbortController()
            deadlines.push(controller)
            return fetch(url, { ...init, signal: AbortSignal.any([init.signal!, controller.signal]) })
          },
          { headMs: 60_000, responseMs: 60_000, maxBodyBytes: 64 * 1024 * 1024 },
        ),
        sleep: async ms => {
          if (ms !== PACE_MS) pauses.push(ms)
          now += ms
        },
        random: () => 0.5,
        now: () => now,
      },
      { baseUrl: source.baseUrl, userAgent: 'Avatary/test', maxAttempts, signal: stopping.signal },
    )
    const deps = { client, catalog: store, mirrors: new MirrorStore({ db }), clock: { now: () => now } }
    return await Mirror.open({ ...deps, acceptShrink })
  }
  const catchUp = async (options = {}) => {
    const mirror = await open(options)
    await mirror.catchUp()
    return mirror.counts
  }
  const listed = async () =>
    [...(await contentsOf(store)).values()].filter(({ isListed }) => isListed).map(avatar => avatar.id)
  return { source, store, pauses, deadlines, stopping, open, catchUp, listed, passedMs: () => now - START }
}

export function assertSame(actual: readonly string[], expected: readonly string[]): void {
  assert.deepEqual([...actual].sort(), [...expected].sort())
}
