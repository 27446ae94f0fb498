import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createDataset } from '../../../sim/src/dataset/dataset.ts'
import { startExternalIndexSim } from '../../../sim/src/external-index/external-index-sim.ts'
import { type PlatformAvatar, startPlatformSim } from '../../../sim/src/platform/platform-sim.ts'
import type { Fault } from '../../../sim/src/server/faults.ts'
import type { AvatarId } from '../../src/kernel/avatar-id.ts'
import { readExternalAnswer, searchRequest } from '../../src/slices/lookup/external-answer.ts'
import { AVATAR_PATH, readPlatformAnswer } from '../../src/slices/verification/platform-answer.ts'
import { type FaultRow, faultMatrix } from '../support/fault-matrix.ts'
import { type TestUpstream, testUpstream } from '../support/upstream.ts'

const NOW = Date.UTC(2026, 10, 21)
const dataset = createDataset({ size: 3, now: Date.UTC(2026, 0, 1) })

/** Short only when nothing else would end an attempt; otherwise long, so that a busy machine causes no fault. */
function askerOf(baseUrl: string, fault: Fault | null, attempts: number): TestUpstream {
  const limits = {
    headMs: fault === 'silent' ? 500 : 20_000,
    responseMs: fault === 'slow' ? 500 : 20_000,
    maxBodyBytes: 1024 * 1024,
  }
  return testUpstream(baseUrl, { limits, retry: { maxAttempts: attempts, firstPauseMs: 200 } })
}

function waited({ pauses }: TestUpstream): number {
  return pauses.reduce((sum, ms) => sum + ms, 0)
}

function outcomes(rows: readonly FaultRow[]): Set<string> {
  return new Set(rows.map(({ outcome }) => outcome))
}

it('no fault of the platform decides about an avatar: each is looked up again', async t => {
  const avatar = dataset.platformRecord(0) as PlatformAvatar
  await using sim = await startPlatformSim({ now: () => NOW, avatars: [avatar], authCookie: 'c' })
  const credentials = { kind: 'cookies', cookies: { auth: 'c' } } as const
  const call = async (fault: Fault | null) => {
    const asker = askerOf(`${sim.origin}/api/1`, fault, 1)
    const answer = await asker.upstream.get(AVATAR_PATH, { params: { id: avatar.id }, credentials })
    const { kind } = readPlatformAnswer(avatar.id as AvatarId, answer, NOW)
    const isVerdict = kind === 'public' || kind === 'rejected'
    return { outcome: isVerdict ? kind : 'later', waitedMs: waited(asker) }
  }
  const rows = await faultMatrix({ t, name: 'platform', sim, call })
  assert.deepEqual(outcomes(rows), new Set(['later']))
  assert.ok(rows.every(({ attempts, waitedMs }) => attempts === 1 && waitedMs === 0))
  assert.ok(rows.every(({ afterwards }) => afterwards === 'public'))
})

for (const kind of ['vrcx', 'avtrdb'] as const)
  it(`every fault of an external index (${kind}) finds nothing, and does no harm`, async t => {
    const avatars = [0, 1, 2].map(i => ({ ...dataset.record(i), name: `Testfox ${i}` }))
    await using sim = await startExternalIndexSim({ kind, now: () => NOW, avatars })
    const { path, query } = searchRequest(kind, 'testfox')
    const call = async (fault: Fault | null) => {
      const asker = askerOf(sim.url, fault, 2)
      const answer = readExternalAnswer(kind, await asker.upstream.get(path, { query }), NOW)
      const outcome = answer.kind === 'found' ? `${answer.patches.length} found` : answer.kind
      return { outcome, waitedMs: waited(asker) }
    }
    const rows = await faultMatrix({ t, name: kind, sim, call })
    assert.deepEqual(outcomes(rows), new Set(['failed']))
    assert.ok(rows.every(({ afterwards }) => afterwards === '3 found'))
  })
