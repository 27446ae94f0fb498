import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startTestApp } from '../support/app.ts'
import { INVENTED_AVATARS, inventedId } from '../support/invented-avatars.ts'

interface Report {
  catalog: { indexed: number; listed: number; lag: number }
  queue: { waiting: number; capacity: number; estimateSeconds: number | null }
  lookups: { configured: boolean; perMinute: number; rest: object | null }
  upstreams: { name: string; circuit: string; until: string | null }[]
  storage: Record<string, number>
  memoryBytes: number
}

const COMMUNITY = {
  COMMUNITY_URL: 'http://127.0.0.1:9',
  COMMUNITY_CLIENT_ID: 'avatary',
  COMMUNITY_CLIENT_SECRET: 'secret',
}

describe('the health report', () => {
  it('tells operators of queue, budget, upstreams, lag and storage, and nobody else', async () => {
    await using app = await startTestApp({
      avatars: INVENTED_AVATARS,
      env: { QUEUE_CAPACITY: '7', PLATFORM_LOOKUPS_PER_MINUTE: '12', ...COMMUNITY },
    })
    assert.equal((await app.get('/admin/health')).status, 401)
    const headers = { Authorization: `Bearer ${app.adminToken}` }
    const report = async () => (await app.getJson('/admin/health', { headers })) as unknown as Report
    const before = await report()
    assert.deepEqual(before.catalog, { indexed: 8, listed: 8, lag: 0 })
    assert.deepEqual(before.queue, { waiting: 0, capacity: 7, estimateSeconds: null })
    assert.deepEqual(before.lookups, { configured: false, perMinute: 12, lastMinute: 0, rest: null })
    assert.ok(before.upstreams.some(({ name, circuit }) => name === 'community site' && circuit === 'closed'))
    assert.ok(before.storage.databaseBytes! > 10_000 && before.storage.freeBytes! > 0)
    assert.ok(before.memoryBytes > 1_000_000)
    const id = 'avtr_00000000-0000-4000-8000-0000000000aa'
    await app.get('/avatars/submit', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ avatarId: id }),
    })
    await app.get(`/admin/blocks/${inventedId(1)}`, {
      method: 'PUT',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: '{}',
    })
    await app.settle()
    const after = await report()
    assert.deepEqual([after.queue.waiting, after.catalog.listed, after.catalog.lag], [1, 7, 0])
  })

  it('has its numbers in the metrics, too, for programs that watch', async () => {
    await using app = await startTestApp({
      avatars: INVENTED_AVATARS,
      env: { QUEUE_CAPACITY: '7', ...COMMUNITY },
    })
    await app.get(`/admin/blocks/${inventedId(1)}`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${app.adminToken}`, 'Content-Type': 'application/json' },
      body: '{}',
    })
    // The first snapshot is written after five seconds, once the index is merged.
    for (let i = 0; i < 3; i++) await app.settle()
    const text = await (await fetch(`${app.origin}/metrics`)).text()
    for (const sample of [
      'avatary_submissions_capacity 7',
      'avatary_lookups_budget 0',
      'avatary_event_streams 0',
      'avatary_event_stream_bytes 0',
      'avatary_event_streams_too_slow_total 0',
      'avatary_upstream_circuit_open{upstream="community site"} 0',
      'avatary_upstream_limited{upstream="community site"} 0',
      'avatary_database_connections_used{pool="writer"} 0',
      'avatary_database_connections_waiting{pool="writer"} 0',
      'avatary_index_merge_failures_total 0',
    ])
      assert.ok(text.split('\n').includes(sample), sample)
    for (const sample of [
      /^avatary_index_merge_duration_seconds_count [1-9]/m,
      /^avatary_snapshot_bytes\{snapshot="catalog"\} [1-9]/m,
      /^avatary_snapshot_age_seconds\{snapshot="catalog"\} \d/m,
      /^avatary_snapshot_write_duration_seconds_count\{snapshot="catalog"\} 1$/m,
      /^avatary_catalog_behind_seconds \d/m,
    ])
      assert.ok(sample.test(text), String(sample))
  })
})
