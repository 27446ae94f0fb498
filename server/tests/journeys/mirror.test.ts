import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MirrorAvatar } from '@avatary/contract/avatar'
import { catalogStore, openMigratedDatabase } from '../../src/composition/database.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { silentLog } from '../../src/platform/log.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { avatary } from '../support/command-line.ts'
import { INVENTED_AVATARS, inventedId } from '../support/invented-avatars.ts'
import { testFolder } from '../support/temp-folder.ts'

const NOW = Date.UTC(2026, 10, 21)

async function allOf({ getJson }: TestApp): Promise<unknown[]> {
  return (await getJson('/avatars/all')).avatars as unknown[]
}

async function totalOf({ getJson }: TestApp): Promise<unknown> {
  return (await getJson('/avatars/search?q=')).total
}

/** Some have the platform's dates of creation and update. */
const AVATARS = INVENTED_AVATARS.map((avatar, n) => ({
  ...avatar,
  createdAtMs: n % 3 > 0 ? Date.UTC(2021, n, 2, 3, 4, 5, n) : null,
  updatedAtMs: n % 2 > 0 ? Date.UTC(2023, n, 2, 3, 4, 5, 678) : null,
}))

test('an instance mirrored into another one answers the same, also after later changes', async () => {
  await using source = await startTestApp({ avatars: AVATARS })
  await using target = await startTestApp()
  const mirror = async () => {
    const args = [
      'mirror',
      `${source.origin}/api`,
      '--once',
      '--json',
      `--data-dir=${target.config.data.dir}`,
    ]
    const { code, stdout, stderr } = await avatary(args)
    assert.equal(code, 0, stderr)
    return JSON.parse(stdout)
  }

  const first = await mirror()
  assert.deepEqual([first.added, first.skipped], [INVENTED_AVATARS.length, 0])
  await target.settle()
  assert.equal(await totalOf(target), INVENTED_AVATARS.length)
  assert.deepEqual(await allOf(target), await allOf(source))
  const created = (await allOf(target)).map(avatar => (avatar as { createdAt: unknown }).createdAt)
  assert.equal(created.filter(date => date === null).length, 3)
  assert.ok(created.includes('2021-02-02T03:04:05.001Z'))

  await using db = await openMigratedDatabase({ config: source.config, clock: systemClock, log: silentLog })
  const hidden = { id: inventedId(1), isActive: false }
  const added = { id: inventedId(99), name: 'Newcomer', createdAtMs: Date.UTC(2019, 5, 6), updatedAtMs: NOW }
  await catalogStore(db).saveMany([hidden, added, { id: inventedId(2), name: 'Renamed' }], Date.now())
  await source.settle()
  const { changes } = await source.getJson(`/avatars/changes?since=${first.cursor}`)
  assert.equal((changes as unknown[]).length, 3)
  const second = await mirror()
  assert.deepEqual([second.added, second.updated, second.hidden], [1, 1, 1])
  const totalFor = async (q: string) => (await target.getJson(`/avatars/search?q=${q}`)).total
  await target.settle()
  assert.equal(await totalFor('newcomer'), 1)
  const lastChange = async (app: TestApp) => {
    const { changes } = await app.getJson('/avatars/changes?since=0')
    const [change] = (changes as { avatar?: MirrorAvatar }[]).filter(({ avatar }) => avatar?.id === added.id)
    return change?.avatar
  }
  assert.deepEqual(await lastChange(target), await lastChange(source))
  assert.equal((await lastChange(target))?.createdAt, '2019-06-06T00:00:00.000Z')
  assert.equal(await totalFor('renamed'), 1)
  assert.equal(await totalFor(inventedId(1)), 0)
})

test('a mirror has what its source added after the listing that it copies was made', async t => {
  const folder = testFolder(t, 'mirror')
  await using source = await startTestApp({ avatars: INVENTED_AVATARS })
  await source.getJson('/avatars/all')
  await using db = await openMigratedDatabase({ config: source.config, clock: systemClock, log: silentLog })
  await catalogStore(db).saveMany([{ id: inventedId(99), name: 'Newcomer' }], Date.now())
  await source.settle()
  assert.equal(await totalOf(source), INVENTED_AVATARS.length + 1)
  const args = ['mirror', source.origin, '--once', '--json', `--data-dir=${folder}`]
  const { stdout } = await avatary(args)
  assert.equal(JSON.parse(stdout).added, INVENTED_AVATARS.length + 1)
})

test('a mirror of an address that is no Avatary ends with code 1 and says so', async t => {
  const folder = testFolder(t, 'mirror')
  await using source = await startTestApp()
  const args = ['mirror', `${source.origin}/nothing`, '--once', `--data-dir=${folder}`]
  const { code, stderr } = await avatary(args)
  assert.equal(code, 1)
  assert.match(stderr, /answered 404: is this the address of an Avatary/)
})

test('a mirror that follows ends with code 0 when it is asked to stop', async t => {
  const folder = testFolder(t, 'mirror')
  await using source = await startTestApp({ avatars: INVENTED_AVATARS })
  const stopping = new AbortController()
  const onOutput = (text: string) => {
    if (text.startsWith('Up to date')) stopping.abort()
  }
  const args = ['mirror', source.origin, `--data-dir=${folder}`]
  const { code, stdout } = await avatary(args, { signal: stopping.signal, onOutput })
  assert.equal(code, 0)
  assert.match(stdout, /^Up to date: added 8,/)
})
