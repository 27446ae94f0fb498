import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MAX_IMPORT_LENGTH } from '@avatary/contract/account'
import { type Asks, ORIGIN, startAccounts } from '../support/accounts.ts'
import { inventedId } from '../support/invented-avatars.ts'

const FOX = inventedId(1)
const RED_FOX = inventedId(2)

async function groupOf(ask: Asks, name: string): Promise<string> {
  return (await ask('POST', '/favorites/groups', { name, icon: 'star' })).body.id as string
}

/** Gives the victim one row of everything that a person can have. */
async function startVictimAndAttacker(t: Parameters<typeof startAccounts>[0]) {
  const service = await startAccounts(t)
  const victim = await service.person('victim')
  const attacker = await service.person('attacker')
  await victim.ask('PUT', `/favorites/${FOX}`)
  const groupId = await groupOf(victim.ask, 'Mine')
  await victim.ask('PUT', `/favorites/${FOX}/group`, { groupId })
  const before = (await victim.ask('GET', '/favorites')).text
  return { service, victim, attacker, groupId, before }
}

describe('an attack on accounts fails:', () => {
  it("another person's group id", async t => {
    const { victim, attacker, groupId, before } = await startVictimAndAttacker(t)
    await attacker.ask('PUT', `/favorites/${FOX}`)
    const answers = [
      await attacker.ask('PATCH', `/favorites/groups/${groupId}`, { name: 'Owned' }),
      await attacker.ask('DELETE', `/favorites/groups/${groupId}`),
      await attacker.ask('PUT', `/favorites/${FOX}/group`, { groupId }),
    ]
    assert.deepEqual(
      answers.map(({ body }) => body.code),
      Array(3).fill('unknown_group'),
    )
    assert.equal((await victim.ask('GET', '/favorites')).text, before)
  })

  it('prototype pollution by settings, groups and imports', async t => {
    const { ask } = await (await startAccounts(t)).person('attacker')
    const poison =
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"compactGrid":true}'
    const settings = (await ask('PUT', '/account/settings', poison)).body
    assert.deepEqual([settings.compactGrid, Object.keys(settings).length], [true, 7])
    await ask('POST', '/favorites/groups', '{"name":"__proto__","icon":"star","__proto__":{"id":"x"}}')
    const text = `{"__proto__":{"polluted":1},"avatars":[{"id":"${FOX}","group":"__proto__","__proto__":{"polluted":1}},{"id":"${RED_FOX}","group":"constructor"}]}`
    assert.equal((await ask('POST', '/favorites/import', { text })).body.added, 2)
    assert.equal(({} as { polluted?: number }).polluted, undefined)
    const { groups } = (await ask('GET', '/favorites')).body as { groups: { name: string }[] }
    assert.deepEqual(
      groups.map(({ name }) => name),
      ['__proto__', 'constructor'],
    )
  })

  it('mass assignment by unknown fields of a body', async t => {
    const { victim, attacker, before } = await startVictimAndAttacker(t)
    const mine = {
      user_key: victim.person.key,
      personKey: victim.person.key,
      person: 'victim',
      id: 'grp_chosen',
    }
    const group = (await attacker.ask('POST', '/favorites/groups', { name: 'X', icon: 'star', ...mine })).body
    assert.notEqual(group.id, 'grp_chosen')
    assert.deepEqual(Object.keys(group), ['id', 'name', 'icon'])
    await attacker.ask('PUT', `/favorites/${RED_FOX}`, mine)
    await attacker.ask('POST', '/account/keys', { name: 'X', hash: 'chosen', key: 'avk_chosen', ...mine })
    const settings = await attacker.ask('PUT', '/account/settings', {
      ...mine,
      isAdmin: true,
      username: 'victim',
    })
    assert.ok(!/victim|isAdmin/.test(settings.text))
    assert.ok(!(await attacker.ask('GET', '/account/summary')).text.includes('victim'))
    assert.equal((await victim.ask('GET', '/favorites')).text, before)
    assert.deepEqual((await victim.ask('GET', '/account/keys')).body.keys, [])
  })

  it('a flood of likes at the same time', async t => {
    const service = await startAccounts(t)
    const { ask } = await service.person('attacker')
    await Promise.all(
      Array.from({ length: 100 }, (_, i) => ask(i % 4 === 3 ? 'DELETE' : 'PUT', `/likes/${RED_FOX}`)),
    )
    await ask('PUT', `/likes/${RED_FOX}`)
    assert.equal((await ask('PUT', `/likes/${RED_FOX}`)).body.likes, 3)
    await Promise.all(Array.from({ length: 50 }, () => ask('DELETE', `/likes/${RED_FOX}`)))
    assert.equal((await ask('DELETE', `/likes/${RED_FOX}`)).body.likes, 2)
  })

  it('counting one avatar twice by other spellings of its id', async t => {
    const service = await startAccounts(t)
    const { ask } = await service.person('attacker')
    const spellings = [
      RED_FOX,
      RED_FOX.toUpperCase(),
      encodeURIComponent(` ${RED_FOX} `),
      encodeURIComponent(`https://vrchat.com/home/avatar/${RED_FOX}`),
      encodeURIComponent(`/home/avatar/${RED_FOX}?x=1`),
    ]
    for (const id of spellings) {
      assert.deepEqual((await ask('PUT', `/likes/${id}`)).body, {
        ok: true,
        id: RED_FOX,
        liked: true,
        likes: 3,
      })
      assert.deepEqual((await ask('PUT', `/favorites/${id}`)).body, { ok: true, id: RED_FOX, saved: true })
    }
    const marks = (await ask('GET', '/account/marks')).body
    assert.deepEqual(marks, { saved: [RED_FOX], liked: [RED_FOX] })
  })

  it('ids that are SQL, paths, controls or very long', async t => {
    const { victim, before } = await startVictimAndAttacker(t)
    const { ask } = victim
    const ids = [
      "' or 1=1 --",
      '"; drop table favorites; --',
      '../../account',
      '%00',
      '%ff',
      '\u202e',
      'x'.repeat(5000),
      '__proto__',
      'groups',
    ]
    for (const id of ids) {
      const encoded = id.startsWith('%') ? id : encodeURIComponent(id)
      for (const [method, path, body] of [
        ['PUT', `/favorites/${encoded}`],
        ['DELETE', `/favorites/${encoded}`],
        ['PUT', `/likes/${encoded}`],
        ['DELETE', `/likes/${encoded}`],
        ['PATCH', `/favorites/groups/${encoded}`, { icon: 'star' }],
        ['DELETE', `/favorites/groups/${encoded}`],
        ['PUT', `/favorites/${encoded}/group`, { groupId: id }],
        ['PUT', `/favorites/${FOX}/group`, { groupId: id }],
        ['DELETE', `/account/keys/${encoded}`],
      ] as const) {
        const { status, text } = await ask(method, path, body)
        assert.ok(status < 500, `${method} ${path}: ${text}`)
        if (method !== 'DELETE') assert.ok(status >= 400, `${method} ${path}: ${text}`)
      }
    }
    assert.equal((await ask('GET', '/favorites')).text, before)
  })

  it('a write from a page of another site, in a body that needs no preflight', async t => {
    const { victim, before } = await startVictimAndAttacker(t)
    const crossSite = { origin: 'https://evil.test', 'Content-Type': 'text/plain' }
    const forged: [string, string, unknown?][] = [
      ['DELETE', '/favorites'],
      ['PUT', `/likes/${FOX}`],
      ['POST', '/favorites/import', `{"text":"${RED_FOX}"}`],
      ['POST', '/account/keys', '{"name":"x"}'],
      ['DELETE', '/account', '{"username":"victim"}'],
    ]
    for (const [method, path, body] of forged) {
      assert.equal((await victim.ask(method, path, body, crossSite)).body.code, 'origin_not_allowed')
      for (const origin of ['null', `${ORIGIN}.evil.test`, ORIGIN.replace('https', 'http'), `${ORIGIN}/`])
        assert.equal(
          (await victim.ask(method, path, body, { origin })).body.code,
          'origin_not_allowed',
          origin,
        )
    }
    const sameOriginForm = { 'Content-Type': 'text/plain' }
    const reply = await victim.ask('POST', '/favorites/import', `{"text":"${RED_FOX}"}`, sameOriginForm)
    assert.equal(reply.body.code, 'unsupported_media_type')
    assert.equal((await victim.ask('GET', '/favorites')).text, before)
  })

  it("deleting an account without its page's origin, by somebody else's name, or with a wrong body", async t => {
    const { service, victim, before } = await startVictimAndAttacker(t)
    const { cookie } = victim
    const noOrigin = await service.ask('DELETE', '/account', { username: 'victim' }, { cookie })
    assert.equal(noOrigin.body.code, 'origin_not_allowed')
    for (const username of ['attacker', 'VICTIM', 'victim ', ''])
      assert.equal((await victim.ask('DELETE', '/account', { username })).body.code, 'not_confirmed')
    for (const body of [{}, { username: ['victim'] }, { username: { $ne: '' } }, 'null'])
      assert.equal((await victim.ask('DELETE', '/account', body)).status, 400)
    assert.equal((await victim.ask('GET', '/favorites')).text, before)
  })

  it('formulas in names that a spreadsheet would run from an export', async t => {
    const service = await startAccounts(t)
    const evil = ['=HYPERLINK("http://evil")', '+1+cmd|calc', '-2+3', '@SUM(A1)', '\t=1', "'=1"]
    const patches = evil.map((name, i) => ({ id: inventedId(500 + i), name, authorName: '=1+1' }))
    await service.store.saveMany(patches, service.clock.now())
    const { ask } = await service.person('victim')
    const groupId = await groupOf(ask, '=cmd|calc')
    for (const { id } of patches) {
      await ask('PUT', `/favorites/${id}`)
      await ask('PUT', `/favorites/${id}/group`, { groupId })
    }
    for (const format of ['csv', 'vrcx']) {
      const { text } = await ask('GET', `/favorites/export?format=${format}`)
      const cells = text.split(/[\r\n,]+/).map(cell => cell.replace(/^"/, ''))
      assert.ok(cells.length > 12)
      for (const cell of cells) assert.doesNotMatch(cell, /^[=+\-@\t]/, `${format}: ${cell}`)
    }
  })

  it('an import that is too long, too deep, or made to keep the process busy', async t => {
    const service = await startAccounts(t)
    const { ask } = await service.person('attacker')
    const tooLong = await ask('POST', '/favorites/import', { text: 'x'.repeat(MAX_IMPORT_LENGTH + 1) })
    assert.equal(tooLong.body.code, 'invalid_body')
    const tooLarge = await ask('POST', '/favorites/import', { text: 'x'.repeat(13 * 1024 * 1024) })
    assert.equal(tooLarge.body.code, 'body_too_large')
    assert.equal(
      (await service.ask('POST', '/favorites/import', { text: 'x'.repeat(2_000_000) })).status,
      401,
    )
    const million = 1_000_000
    for (const text of [
      '['.repeat(million),
      ','.repeat(million),
      `${'a,'.repeat(9000)}\n${'x\n'.repeat(million)}`,
      `id,${'a,'.repeat(260)}\n${'x\n'.repeat(1.5 * million)}`,
      '"'.repeat(million),
    ])
      assert.equal((await ask('POST', '/favorites/import', { text })).body.code, 'invalid_import')
    const ids = Array.from({ length: 50_000 }, (_, i) => inventedId(900_000 + i)).join('\n')
    const { body } = await ask('POST', '/favorites/import', { text: ids })
    assert.deepEqual([body.added, body.unknown, (body.unknownIds as string[]).length], [0, 50_000, 1000])
  })

  it('a body as large as an import on other routes', async t => {
    const { ask } = await (await startAccounts(t)).person('attacker')
    const large = { name: 'x'.repeat(2_000_000), icon: 'star' }
    assert.equal((await ask('POST', '/favorites/groups', large)).body.code, 'body_too_large')
  })

  it('names that look empty or alike, or change the direction of text', async t => {
    const { ask } = await (await startAccounts(t)).person('attacker')
    await groupOf(ask, 'Admin')
    for (const name of ['\u200b', '\u2800', ' \u3164 ', '\0', 'a\0b', '\ud800', '\r\n', 'ADMIN', 'Ａdmin'])
      assert.equal((await ask('POST', '/favorites/groups', { name, icon: 'star' })).status, 400, name)
    assert.equal(
      (await ask('POST', '/favorites/groups', { name: 'X', icon: '"><script>' })).body.code,
      'invalid_body',
    )
  })

  it('learning about hidden avatars from likes', async t => {
    const service = await startAccounts(t)
    await service.store.saveMany(
      [{ id: RED_FOX, isActive: false, authority: 'platform' }],
      service.clock.now(),
    )
    const { ask } = await service.person('attacker')
    const unknown = inventedId(404)
    for (const method of ['PUT', 'DELETE']) {
      const hidden = await ask(method, `/likes/${RED_FOX}`)
      const absent = await ask(method, `/likes/${unknown}`)
      assert.equal(hidden.text.replace(RED_FOX, ''), absent.text.replace(unknown, ''))
      assert.equal((await ask(method, `/favorites/${RED_FOX}`)).status, absent.status)
    }
  })

  it('answers about one person that a shared cache hands to another', async t => {
    const service = await startAccounts(t)
    const { ask } = await service.person('victim')
    for (const path of [
      '/account/summary',
      '/account/settings',
      '/account/marks',
      '/account/keys',
      '/account/export',
      '/favorites',
      '/favorites/export',
    ]) {
      const { headers } = await ask('GET', path)
      assert.match(headers.get('cache-control') ?? '', /private|no-store/, path)
      assert.equal(headers.get('access-control-allow-origin'), null, path)
      assert.equal(headers.get('x-content-type-options'), 'nosniff', path)
    }
  })
})
