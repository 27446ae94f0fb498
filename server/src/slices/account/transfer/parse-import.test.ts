import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseImport } from './parse-import.ts'

const A = 'avtr_26187637-0c30-4a09-86e1-bc928c07309e'
const B = 'avtr_00000000-0000-4000-8000-00000000000b'
const C = 'avtr_00000000-0000-4000-8000-00000000000c'
const ids = (text: string) => parseImport(text)?.entries.map(({ id }) => id)

describe('reading a file of favorites', () => {
  it('reads exported JSON with groups and dates', () => {
    const file = {
      format: 'avatary-favorites',
      groups: [{ name: 'Foxes', icon: 'cat' }],
      avatars: [
        { id: A, name: 'Fox', group: 'Foxes', savedAt: '2026-11-21T12:00:00.000Z' },
        { id: B, group: null, savedAt: 'yesterday' },
      ],
    }
    const reading = parseImport(JSON.stringify(file))
    assert.deepEqual(reading?.entries, [
      { id: A, group: 'Foxes', savedAtMs: Date.UTC(2026, 10, 21, 12) },
      { id: B, group: null, savedAtMs: null },
    ])
    assert.deepEqual([...reading.icons], [['Foxes', 'cat']])
  })

  for (const [what, text] of [
    ['a list of ids', JSON.stringify([A, B])],
    ['a list of avatars', JSON.stringify([{ id: A }, { avatarId: B }])],
    ['an index’s list', JSON.stringify({ avatars: [{ vrc_id: A }, { vrc_id: B }] })],
    ['favorites by name', JSON.stringify({ favorites: [A, B] })],
    [
      'JSON of any other shape',
      JSON.stringify({ groups: { 'Local 1': [{ id: A }], 'Local 2': [{ id: B }] } }),
    ],
    ['our CSV', `id,name,group\r\n${A},"Fox, red",\r\n${B},=1+1,\r\n`],
    ['CSV of a spreadsheet', `\ufeffName;Avatar ID\nFox;${A}\nCat;${B}\n`],
    ['what VRCX exports', `ID,Name\n${A},Fox\n${B},"Cat ""x"""`],
    [
      'VRCX with all its columns',
      `Name,ID,Author ID,Author Name,Thumbnail\nFox,${A},usr_1,Anna,\nCat,${B},,,`,
    ],
    ['ids one a line', `${A}\n${B}\n`],
    [
      'addresses in prose',
      `see https://vrchat.com/home/avatar/${A} and (${B.toUpperCase().replace('AVTR', 'avtr')})!`,
    ],
    [
      'our JSON with a byte order mark',
      `\ufeff${JSON.stringify({ avatars: [{ id: A }, { id: B, name: `not ${C}` }] })}`,
    ],
    ['CSV with a broken quote', `ID,Name\n${A},"Fox\n${B},Cat`],
    ['JSON that is cut off', `[{"id":"${A}"},{"id":"${B}`],
  ] as const) {
    it(`reads ${what}`, () => assert.deepEqual(ids(text), [A, B]))
  }

  it('counts each avatar once, by its first entry, and entries without an id as invalid', () => {
    const reading = parseImport(
      JSON.stringify([{ id: A, group: 'One' }, 'fox', { id: A, group: 'Two' }, 7, null, {}]),
    )
    assert.deepEqual(reading?.entries, [{ id: A, group: 'One', savedAtMs: null }])
    assert.equal(reading.invalidCount, 4)
  })

  for (const none of [
    '',
    'nothing here',
    '[]',
    '{"avatars":[]}',
    'id,name\r\nfox,Fox',
    'avtr_26187637',
    `x${A}`,
  ]) {
    it(`refuses ${JSON.stringify(none.slice(0, 20))}`, () => assert.equal(parseImport(none), null))
  }

  it('reads files quickly that are crafted to be slow', () => {
    const started = performance.now()
    const many = 2_000_000
    for (const text of [
      '['.repeat(many),
      '{"a":'.repeat(many / 4),
      ','.repeat(many),
      `${'a,'.repeat(10_000)}\n${'x\n'.repeat(many / 2)}`,
      '"'.repeat(many),
      'avtr_'.repeat(many / 5),
      `${'avtr_26187637-0c30-4a09-86e1-bc928c07309'.repeat(many / 40)}`,
    ]) {
      assert.equal(parseImport(text), null)
    }
    assert.ok(performance.now() - started < 10_000)
  })

  it('refuses files with too many lines or columns quickly', () => {
    const names = ['id', ...Array.from({ length: 260 }, (_, i) => i.toString(36))].join(',')
    const before = process.threadCpuUsage()
    assert.equal(parseImport(`${names}\n${'x\n'.repeat(1_900_000)}`), null)
    assert.equal(parseImport(`id,group\n${'\n'.repeat(3_900_000)}`), null)
    assert.equal(parseImport(`["${'x","'.repeat(900_000)}"]`), null)
    assert.deepEqual(ids(`id\n${'x\n'.repeat(1_900_000)}${A}`), [A], 'ids in it still count')
    assert.deepEqual(ids(`${names}\n${'x\n'.repeat(90_000)}${A}\n`), [A], 'as many lines as there may be')
    const { user, system } = process.threadCpuUsage(before)
    assert.ok(user + system < 2e6, `${user + system} µs of this thread`)
  })

  it('reads a day that does not exist as no date', () => {
    const avatars = ['2020-02-29', '2020-02-30', '2021-02-29T12:00:00Z'].map((savedAt, i) => ({
      id: [A, B, A.replace(/.$/, 'f')][i],
      savedAt,
    }))
    const moments = parseImport(JSON.stringify({ avatars }))?.entries.map(({ savedAtMs }) => savedAtMs)
    assert.deepEqual(moments, [Date.UTC(2020, 1, 29), null, null])
  })

  it('does not take names from prototypes', () => {
    const reading = parseImport(
      `{"__proto__":{"avatars":["${B}"]},"avatars":[{"id":"${A}","group":"__proto__"}]}`,
    )
    assert.deepEqual(reading?.entries, [{ id: A, group: '__proto__', savedAtMs: null }])
  })
})
