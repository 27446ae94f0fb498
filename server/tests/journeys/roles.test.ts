import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { catalogStore, openMigratedDatabase } from '../../src/composition/database.ts'
import type { Job } from '../../src/kernel/job.ts'
import type { Role } from '../../src/platform/jobs.ts'
import { silentLog } from '../../src/platform/log.ts'
import type { DiscordTables } from '../../src/slices/discord/tables.sql.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { afterwards } from '../support/cleanup.ts'
import { configOf } from '../support/config.ts'
import { connectDiscord, DISCORD_CREATOR, openDiscord, secretKey } from '../support/discord-app.ts'
import { DISCORD_FOX } from '../support/discord-guild.ts'
import { forEachEngine } from '../support/engines.ts'
import { INVENTED_AVATARS, inventedId } from '../support/invented-avatars.ts'
import { signIn } from '../support/sign-in.ts'
import { NO_NETWORK } from '../support/system-calls.ts'
import { EVERYTHING, NO_UPSTREAMS, unsetIn } from '../support/unset.ts'

/** All background jobs, by the role that runs them besides `all`. */
const JOBS: Record<Job['on'], readonly string[]> = {
  'every process': ['compare-secrets', 'look-at-queue', 'refresh-leaderboard', 'refresh-supporters'],
  api: [
    'add-impressions',
    'follow-changes',
    'follow-counts',
    'keep-insights-snapshot',
    'keep-snapshot',
    'read-promotions',
    'send-events',
    'share-limits',
    'watch-event-loop',
    'forget-visits',
    'write-counters',
    'write-search-terms',
  ],
  worker: [
    'archive-audiences',
    'ask-for-profiles',
    'derive-tags',
    'find-authors',
    'forget-closed-reports',
    'forget-discord-consents',
    'forget-ended-sessions',
    'forget-expired-tokens',
    'forget-old-audit',
    'forget-old-changes',
    'forget-old-counts',
    'forget-old-decisions',
    'forget-old-lookups',
    'forget-old-searches',
    'forget-removed-favorites',
    'forget-writers',
    'revoke-discord-grants',
    'roll-up-counts',
    'shrink-write-ahead-log',
    'sync-discord-connections',
    'sync-external-index',
    'tell-of-new-avatars',
    'verify-avatars',
  ],
}

async function jobsOf(t: TestContext, role: Role): Promise<readonly Job[]> {
  const { app, ...test } = await startTestApp({ env: { ...EVERYTHING, ROLE: role }, system: NO_NETWORK })
  afterwards(t, async () => await test[Symbol.asyncDispose]())
  return app.jobs
}

function namesOf(jobs: readonly Job[]): string[] {
  return jobs.map(({ name }) => name).sort()
}

describe('background jobs', () => {
  it('are looked for with every upstream', () => {
    const unset = unsetIn(configOf(EVERYTHING))
    assert.deepEqual(unset, NO_UPSTREAMS, 'set it in EVERYTHING of server/tests/support/unset.ts')
  })

  it('run in the roles that they name, and each job of `all` in `api` or in `worker`', async t => {
    const [all, api, worker] = await Promise.all((['all', 'api', 'worker'] as const).map(r => jobsOf(t, r)))
    assert.deepEqual(namesOf(all!), Object.values(JOBS).flat().sort(), 'name each job in JOBS of this file')
    assert.deepEqual(namesOf(api!), [...JOBS.api, ...JOBS['every process']].sort())
    assert.deepEqual(namesOf(worker!), [...JOBS.worker, ...JOBS['every process']].sort())
    assert.deepEqual(new Set([...namesOf(api!), ...namesOf(worker!)]), new Set(namesOf(all!)))
  })

  it('have imperative names in kebab case, each its own', async t => {
    const names = namesOf(await jobsOf(t, 'all'))
    assert.deepEqual(names, [...new Set(names)])
    for (const name of names) assert.match(name, /^[a-z]+(-[a-z]+)+$/)
  })
})

async function runJob({ app }: TestApp, name: string): Promise<void> {
  const job = app.jobs.find(job => job.name === name)
  assert.ok(job, `${name} does not run there`)
  await job.run(new AbortController().signal)
}

forEachEngine('an api process and a worker', engine => {
  it('share the work of Discord: the worker syncs, tells of new avatars, and gives grants back', async t => {
    const scene = await openDiscord(t, engine, { ROLE: 'api' })
    const { sim, clock } = scene
    await scene.startAnother({ ROLE: 'worker' })
    const db = await openMigratedDatabase({ config: scene.app.config, clock, log: silentLog })
    afterwards(t, () => db.close())
    const person = await signIn(scene.app, DISCORD_CREATOR)
    await connectDiscord(scene, person)

    await person.put(`/favorites/${INVENTED_AVATARS[0]!.id}`)
    await db.tables<DiscordTables>().transact(async tx => {
      await tx.updateTable('discord_connections').set({ due_at_ms: 0 }).execute()
    })
    await clock.settle(5000)
    const metadata = () => {
      const roleConnection = sim.roleConnections.get(DISCORD_FOX.id) as { metadata: Record<string, string> }
      return roleConnection.metadata
    }
    assert.equal(metadata().saved_avatars, '1')
    const listed = INVENTED_AVATARS.filter(({ authorId }) => authorId === INVENTED_AVATARS[0]!.authorId)
    const views = listed.reduce((sum, avatar) => sum + (avatar.views ?? 0), 0)
    const { listed_avatars, total_views } = metadata()
    assert.deepEqual([listed_avatars, total_views], [`${listed.length}`, `${views}`])

    const settings = { enabled: true, private: false, channel: '600' }
    assert.equal((await person.put('/discord/guilds/500', settings)).status, 200)
    assert.equal((await person.put('/discord/guilds/500/feed', { enabled: true })).status, 200)
    const addedAtMs = clock.now() + 1
    const added = { ...INVENTED_AVATARS[0]!, id: inventedId(100), name: 'Brand new', addedAtMs }
    await catalogStore(db).saveMany([added], addedAtMs)
    await clock.settle(10_000)
    assert.ok(JSON.stringify(sim.messages).includes('Brand new'))

    sim.faults.add({ fault: 'server-error', path: /role-connection/ })
    await person.delete('/discord/connection')
    const revocations = async () => (JSON.parse(await scene.dump()) as object[][])[1]!.length
    assert.equal(await revocations(), 1, 'the grant waits to be given back')
    sim.faults.clear()
    await db.tables<DiscordTables>().transact(async tx => {
      await tx.updateTable('discord_revocations').set({ due_at_ms: 0, lease_until_ms: 0 }).execute()
    })
    await clock.settle(5000)
    assert.equal(await revocations(), 0)
    assert.equal(sim.roleConnections.size, 0)
  })

  it('share the work on accounts: the worker forgets what ended, and asks for the profiles of authors', async t => {
    const scene = await openDiscord(t, engine, { ROLE: 'api', SECRET_KEY: secretKey(8) })
    const worker = await scene.startAnother({ ROLE: 'worker' })
    for (const name of ['forget-ended-sessions', 'forget-expired-tokens', 'forget-discord-consents'])
      await runJob(worker, name)
    await runJob(worker, 'find-authors')
    await runJob(worker, 'ask-for-profiles')
    const db = await engine.open(t, scene.env.DATABASE_URL!.replace(/^sqlite:/, ''))
    const { checked } = await db
      .tables<{ creators: { checked_at_ms: number } }>()
      .reader.selectFrom('creators')
      .select(({ fn }) => fn.max<number>('checked_at_ms').as('checked'))
      .executeTakeFirstOrThrow()
    assert.ok(checked > 0, 'the community site was asked')
  })
})
