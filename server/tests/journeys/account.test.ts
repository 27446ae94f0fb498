import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ModerationStore } from '../../src/slices/moderation/store.sql.ts'
import {
  type AccountSite,
  favoritesOf,
  type SavedAvatar,
  savedIdsOf,
  startAccounts,
} from '../support/accounts.ts'
import { inventedId } from '../support/invented-avatars.ts'

const FOX = inventedId(1)
const RED_FOX = inventedId(2)
const WOLF = inventedId(8)

/** Collects frames of the event stream until the stream is closed. */
async function listen({ app }: AccountSite) {
  const stopping = new AbortController()
  const response = await fetch(`${app.origin}/api/avatars/events`, { signal: stopping.signal })
  const frames: Record<string, unknown>[] = []
  const reading = (async () => {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream()))
      for (const [, data] of chunk.matchAll(/^data: (.+)$/gm)) frames.push(JSON.parse(data!))
  })()
  return {
    frames,
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await reading.catch(() => {})
    },
  }
}

describe('an account over HTTP', () => {
  it('has settings that accept any input and stay valid', async t => {
    const { ask } = await (await startAccounts(t)).person('anna')
    const { settings } = (await ask('GET', '/account/summary')).body
    assert.deepEqual((await ask('GET', '/account/settings')).body, settings)
    const patch = {
      resultsPerPage: 50,
      defaultSort: 'worst',
      compactGrid: 'yes',
      admin: true,
      defaultPlatform: 'ios',
    }
    const changed = { ...(settings as object), resultsPerPage: 48, compactGrid: true, defaultPlatform: 'ios' }
    assert.deepEqual((await ask('PUT', '/account/settings', patch)).body, changed)
    assert.deepEqual((await ask('GET', '/account/settings')).body, changed)
  })

  it('saves, groups, moves and removes, newest first', async t => {
    const service = await startAccounts(t)
    const { ask } = await service.person('anna')
    for (const id of [FOX, WOLF, RED_FOX]) {
      service.clock.advance(1000)
      assert.deepEqual((await ask('PUT', `/favorites/${id}`)).body, { ok: true, id, saved: true })
    }
    const { id: groupId } = (await ask('POST', '/favorites/groups', { name: 'Foxes', icon: 'flame' })).body
    assert.deepEqual((await ask('PUT', `/favorites/${FOX}/group`, { groupId })).body, {
      ok: true,
      id: FOX,
      groupId,
    })
    const { body } = await ask('GET', '/favorites')
    assert.deepEqual(
      (body.avatars as SavedAvatar[]).map(avatar => [avatar.id, avatar.groupId, avatar.available]),
      [
        [RED_FOX, null, true],
        [WOLF, null, true],
        [FOX, groupId, true],
      ],
    )
    assert.deepEqual([body.total, body.groups], [3, [{ id: groupId, name: 'Foxes', icon: 'flame' }]])
    await ask('DELETE', `/favorites/groups/${groupId}`)
    await ask('DELETE', `/favorites/${WOLF}`)
    assert.deepEqual(
      (await favoritesOf(ask)).map(({ id, groupId }) => [id, groupId]),
      [
        [RED_FOX, null],
        [FOX, null],
      ],
    )
    const { usage } = (await ask('GET', '/account/summary')).body
    assert.deepEqual(usage, { saved: 2, groups: 0, likes: 0 })
    await ask('DELETE', '/favorites')
    assert.deepEqual(await savedIdsOf(ask), [])
  })

  it('changes the ETag of favorites with their content, also when numbers change', async t => {
    const service = await startAccounts(t)
    const { ask } = await service.person('anna')
    await ask('PUT', `/favorites/${FOX}`)
    const etag = (await ask('GET', '/favorites')).headers.get('etag')!
    const again = await ask('GET', '/favorites', undefined, { 'if-none-match': etag })
    assert.equal(again.status, 304)
    await ask('PUT', `/likes/${FOX}`)
    await service.clock.settle()
    assert.equal((await favoritesOf(ask))[0]!.likes, 1)
    const later = await ask('GET', '/favorites', undefined, { 'if-none-match': etag })
    assert.equal(later.status, 200)
  })

  it('keeps hidden avatars, with only their ids, names and platforms', async t => {
    const { db, store, clock, ...service } = await startAccounts(t)
    const { ask } = await service.person('anna')
    for (const id of [FOX, WOLF]) await ask('PUT', `/favorites/${id}`)
    await ask('PUT', `/likes/${WOLF}`)
    await store.saveMany([{ id: WOLF, isActive: false, authority: 'platform' }], clock.now())
    const act = { actor: 'test', nowMs: clock.now() }
    await new ModerationStore({ db }).block({ kind: 'avatar', id: FOX }, '', act)
    await clock.settle()
    assert.ok((await favoritesOf(ask)).every(({ available }) => !available))
    const [wolf, fox] = (await favoritesOf(ask)).sort((a, b) => b.name.localeCompare(a.name))
    assert.deepEqual([wolf?.id, wolf?.name, wolf?.imageUrl], [WOLF, 'Wolf', ''])
    assert.deepEqual([fox?.id, fox?.name, fox?.imageUrl], [FOX, '', ''])
    const whole = (await ask('GET', '/favorites')).text
    for (const told of ['grey wolf', 'Arctic', 'content_horror', 'author_tag', 'Anna'])
      assert.ok(!whole.includes(told), told)
    assert.equal((await ask('PUT', `/likes/${FOX}`)).status, 404)
    assert.deepEqual((await ask('DELETE', `/likes/${WOLF}`)).body, {
      ok: true,
      id: WOLF,
      liked: false,
      likes: 0,
    })
    for (const id of [FOX, WOLF]) assert.equal((await ask('DELETE', `/favorites/${id}`)).status, 200)
    assert.deepEqual(await savedIdsOf(ask), [])
  })

  it('likes avatars, and lists, favorites and the event stream show the number', async t => {
    const service = await startAccounts(t)
    const { ask } = await service.person('anna')
    await using stream = await listen(service)
    const shown = async () => (await ask('GET', `/avatars/${RED_FOX}`)).body.likes
    assert.equal((await ask('PUT', `/likes/${RED_FOX}`)).body.likes, 3)
    assert.equal(await shown(), 3, 'at once')
    assert.equal((await ask('PUT', `/likes/${RED_FOX}`)).body.likes, 3)
    await service.clock.passUntil('the frame came', () => stream.frames.length > 0)
    assert.deepEqual(
      [stream.frames[0]?.type, stream.frames[0]?.id, stream.frames[0]?.likes],
      ['counts', RED_FOX, 3],
    )
    const { avatars } = (await ask('GET', `/avatars/search?q=${RED_FOX}`)).body as { avatars: SavedAvatar[] }
    assert.equal(avatars[0]?.likes, 3)
    assert.equal((await ask('DELETE', `/likes/${RED_FOX}`)).body.likes, 2)
    assert.equal(await shown(), 2, 'at once')
    assert.deepEqual((await ask('GET', '/account/marks')).body, { saved: [], liked: [] })
  })

  it('exports favorites as JSON and CSV with groups, order and dates', async t => {
    const service = await startAccounts(t)
    const { ask: anna } = await service.person('anna')
    for (const id of [FOX, WOLF, RED_FOX]) {
      service.clock.advance(60_000)
      await anna('PUT', `/favorites/${id}`)
    }
    const { id: groupId } = (await anna('POST', '/favorites/groups', { name: '=Foxes, "red"', icon: 'cat' }))
      .body
    await anna('PUT', `/favorites/${FOX}/group`, { groupId })
    const before = (await anna('GET', '/favorites')).body as { avatars: SavedAvatar[] }
    const withoutIds = ({ avatars }: { avatars: SavedAvatar[] }) =>
      avatars.map(avatar => ({ ...avatar, groupId: avatar.groupId === null ? null : 'one' }))
    for (const format of ['json', 'csv']) {
      const { ask } = await service.person(`reader${format}`)
      const file = await anna('GET', `/favorites/export?format=${format}`)
      assert.match(
        file.headers.get('content-disposition') ?? '',
        /^attachment; filename="favorites\.(json|csv)"$/,
      )
      const { body } = await ask('POST', '/favorites/import', { text: file.text })
      assert.deepEqual([body.added, body.groupsAdded, body.invalid], [3, 1, 0])
      const after = (await ask('GET', '/favorites')).body as {
        avatars: SavedAvatar[]
        groups: { name: string; icon: string }[]
      }
      assert.deepEqual(withoutIds(after), withoutIds(before))
      assert.deepEqual(
        after.groups.map(({ name, icon }) => [name, icon]),
        [['=Foxes, "red"', format === 'json' ? 'cat' : 'folder']],
      )
    }
    const list = (await anna('GET', '/favorites/export?format=vrcx')).text
    assert.deepEqual(list.split('\r\n').slice(0, 2), [
      'ID,Name,Author ID,Author Name',
      `${RED_FOX},Red Fox,usr_00000000-0000-4000-8000-0000000000a1,Anna`,
    ])
    const { ask } = await service.person('vrcx')
    assert.equal((await ask('POST', '/favorites/import', { text: list })).body.added, 3)
    assert.deepEqual(await savedIdsOf(ask), [RED_FOX, WOLF, FOX])
  })

  it('saves, moves and removes many avatars as one write, and undoes what was removed', async t => {
    const service = await startAccounts(t, { env: { RATE_LIMIT_WRITES: '8' } })
    const { ask } = await service.person('anna')
    const { id: groupId } = (await ask('POST', '/favorites/groups', { name: 'Foxes', icon: 'cat' })).body
    const acts = [
      { act: 'save', id: FOX, groupId },
      { act: 'save', id: `https://vrchat.com/home/avatar/${RED_FOX}` },
      { act: 'save', id: 'no id' },
      { act: 'save', id: WOLF },
      { act: 'order', id: WOLF, before: null },
    ]
    const { status, body } = await ask('POST', '/favorites/batch', { acts })
    assert.equal(status, 200)
    assert.deepEqual([body.done, body.refused], [4, 1])
    assert.deepEqual((body.results as unknown[])[2], {
      index: 2,
      id: 'no id',
      status: 'refused',
      code: 'avatar_not_found',
    })
    const pageOf = async (query: string) => {
      const { avatars, total, page } = (await ask('GET', `/favorites?limit=2&${query}`)).body
      return { ids: (avatars as SavedAvatar[]).map(({ id }) => id), total, page }
    }
    const page = { limit: 2, offset: 0, nextOffset: 2, saved: 3, unavailable: 0 }
    const counts = [
      { groupId: null, avatars: 2 },
      { groupId, avatars: 1 },
    ]
    assert.deepEqual(await pageOf('sort=own'), { ids: [RED_FOX, FOX], total: 3, page: { ...page, counts } })
    assert.deepEqual((await pageOf('sort=own&offset=2')).ids, [WOLF])
    assert.deepEqual((await pageOf(`group=${groupId}`)).ids, [FOX])
    assert.deepEqual((await pageOf('q=wolf')).ids, [WOLF])
    const before = (await ask('GET', '/favorites?sort=own')).text
    assert.equal((await ask('DELETE', '/favorites')).status, 200)
    assert.deepEqual(await savedIdsOf(ask), [])
    assert.deepEqual((await ask('POST', '/favorites/restore', {})).body, { ok: true, restored: 3 })
    assert.equal((await ask('GET', '/favorites?sort=own')).text, before)
    await ask('POST', '/favorites/batch', { acts: [{ act: 'remove', id: FOX }] })
    assert.deepEqual((await ask('POST', '/favorites/restore', { ids: [FOX] })).body.restored, 1)
    const last = await ask('POST', '/favorites/batch', { acts })
    assert.equal(last.headers.get('ratelimit-remaining'), '1', 'seven writes')
    await ask('DELETE', '/favorites')
    await service.clock.settle(71 * 60_000, 10 * 60_000)
    assert.equal((await ask('POST', '/favorites/restore', {})).body.restored, 0, 'after an hour')
  })

  it('refuses a batch that holds no acts, too many, or one that is none', async t => {
    const service = await startAccounts(t)
    const { ask } = await service.person('anna')
    const save = { act: 'save', id: FOX }
    for (const [acts, parameter] of [
      [[], 'acts'],
      [Array(501).fill(save), 'acts'],
      [[save, { act: 'move', id: FOX }], 'acts[1]'],
      [[{ act: 'fly', id: FOX }], 'acts[0]'],
    ] as const) {
      const { status, body } = await ask('POST', '/favorites/batch', { acts })
      assert.deepEqual([status, body.code], [400, 'invalid_body'])
      assert.ok(String(body.error).startsWith(`\`${parameter}\` must be `), String(body.error))
    }
    assert.deepEqual(await savedIdsOf(ask), [])
  })

  it('lists likes in pages, with avatars that are not listed any more', async t => {
    const { store, clock, ...service } = await startAccounts(t)
    const { ask } = await service.person('anna')
    for (const id of [FOX, RED_FOX, WOLF]) {
      await ask('PUT', `/likes/${id}`)
      clock.advance(1000)
    }
    await store.saveMany([{ id: WOLF, isActive: false, authority: 'platform' }], clock.now())
    await clock.settle()
    const { body, headers } = await ask('GET', '/likes?limit=2')
    const liked = body.avatars as { id: string; likedAt: string; available: boolean; description: string }[]
    assert.deepEqual(
      liked.map(({ id, available }) => [id, available]),
      [
        [WOLF, false],
        [RED_FOX, true],
      ],
    )
    assert.equal(Date.parse(liked[0]!.likedAt) - Date.parse(liked[1]!.likedAt), 1000)
    assert.equal(liked[0]?.description, '')
    assert.deepEqual([body.total, body.nextOffset], [3, 2])
    const etag = headers.get('etag')!
    const again = await ask('GET', '/likes?limit=2', undefined, { 'if-none-match': etag })
    assert.equal(again.status, 304)
    assert.equal(((await ask('GET', '/likes?limit=2&offset=2')).body.avatars as unknown[]).length, 1)
  })

  it('exports all personal data, and deletes it', async t => {
    const service = await startAccounts(t)
    const { ask } = await service.person('anna')
    await ask('PUT', `/favorites/${FOX}`)
    await ask('PUT', `/likes/${RED_FOX}`)
    await ask('PUT', '/account/settings', { defaultSort: 'name' })
    const { key } = (await ask('POST', '/account/keys', { name: 'My bot' })).body
    const all = (await ask('GET', '/account/export')).body as Record<
      string,
      Record<string, unknown>[] & Record<string, unknown>
    >
    assert.deepEqual(
      [
        all.favorites?.[0]?.id,
        all.likes?.[0]?.id,
        all.keys?.[0]?.name,
        all.settings?.defaultSort,
        all.user?.username,
      ],
      [FOX, RED_FOX, 'My bot', 'name', 'anna'],
    )
    assert.ok(!JSON.stringify(all).includes(String(key)), 'no secret')
    assert.equal((await ask('DELETE', '/account', { username: 'Anna' })).body.code, 'not_confirmed')
    const deletion = await ask('DELETE', '/account', { username: 'anna' })
    assert.deepEqual([deletion.status, deletion.body], [200, { ok: true }])
    assert.match(deletion.headers.get('set-cookie') ?? '', /avatary_session=;/)
    assert.equal(
      (await service.ask('GET', '/favorites', undefined, { Authorization: `Bearer ${key}` })).status,
      401,
    )
    assert.equal(
      (await ask('PUT', `/likes/${FOX}`)).status,
      401,
      'a session that is not yet known to have ended',
    )
    await service.clock.settle()
    assert.equal(await service.likesOf(RED_FOX), 2)
  })
})
