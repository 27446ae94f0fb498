import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { avatary } from '../../tests/support/command-line.ts'
import { testFolder } from '../../tests/support/temp-folder.ts'

const AVATAR = 'avtr_00000000-0000-4000-8000-000000000001'
const GROUP = 'grp_00000000-0000-4000-8000-0000000000aa'
const FIRST = '2020-01-01T00:00:00.000Z'

/** Runs commands on their own data folder with one avatar. */
async function openIn(t: TestContext) {
  const folder = testFolder(t, 'promote')
  const dataDir = `--data-dir=${folder}`
  await avatary(['import', '-', dataDir], { stdin: JSON.stringify({ id: AVATAR, name: 'Fox' }) })
  return async (...args: string[]) => await avatary([...args, dataDir])
}

async function outputOf(outcome: Promise<{ code: number; stdout: string; stderr: string }>): Promise<string> {
  const { code, stdout, stderr } = await outcome
  assert.deepEqual([code, stderr], [0, ''])
  return stdout
}

describe('promote', () => {
  it('adds, changes and removes placements, and prints each result', async t => {
    const run = await openIn(t)
    const add = ['promote', 'add', AVATAR, '--start=2020-01-01', '--weight=5']
    assert.equal(await outputOf(run(...add)), `Added placement 1 of avatar ${AVATAR}, from ${FIRST}.\n`)
    const url = `https://vrchat.com/home/group/${GROUP}`
    assert.equal(
      await outputOf(run('promote', 'add', url, '--name=Foxes', '--start=2020-01-01', '--days=2')),
      `Added placement 2 of group ${GROUP}, from ${FIRST} until 2020-01-03T00:00:00.000Z.\n`,
    )
    assert.match(
      await outputOf(run('promote', 'change', '2', '--end=never')),
      /^Changed placement 2 of group grp_\S+, from \S+\.\n$/,
    )
    assert.equal(await outputOf(run('promote', 'remove', '2')), 'Removed placement 2.\n')
    assert.equal((await run('promote', 'remove', '2')).code, 1)
    await run('moderate', 'block', AVATAR)
    assert.match(
      await outputOf(run('promote', 'change', '1', '--weight=6')),
      /is not listed, so it is not shown/,
    )
  })

  it('lists as a table and as JSON', async t => {
    const run = await openIn(t)
    assert.equal(await outputOf(run('promote', 'list')), 'There are none.\n')
    await run('promote', 'add', AVATAR, '--start=2020-01-01')
    await run('promote', 'add', GROUP, '--name=Foxes', '--start=2020-01-01', '--end=2021-01-01', '--weight=3')
    const [title, ...rows] = (await outputOf(run('promote', 'list'))).trimEnd().split('\n')
    assert.match(title!, /^PLACEMENT +WEIGHT +STATE +BEGINS +ENDS +WHAT +NAME$/)
    assert.match(rows[0]!, /^2 +3 +ended +2020\S+ +2021\S+ +grp_\S+ +Foxes$/)
    assert.match(rows[1]!, /^1 +0 +running +2020\S+ +never +avtr_\S+ +Fox$/)
    const { total, placements } = JSON.parse(
      await outputOf(run('promote', 'list', '--state=ended', '--json')),
    )
    assert.deepEqual([total, placements.length, placements[0].state], [1, 1, 'ended'])
    const short = await run('promote', 'list', '--limit=1')
    assert.match(short.stderr, /1 of 2; --limit=N shows more/)
  })

  it('refuses wrong settings with the name of the option', async t => {
    const run = await openIn(t)
    const cases: [string[], RegExp][] = [
      [['add', 'fox'], /"fox" is not an id\. It must be an avatar id/],
      [['add', AVATAR, '--end=2020-01-01'], /--end must be at least a second after --start/],
      [['add', AVATAR, '--end=tomorrow'], /--end must be a date/],
      [['add', AVATAR, '--name=Fox'], /--name is for groups/],
      [['add', GROUP], /--name must be given for a group/],
      [['add', GROUP, '--name=F', '--image=http://x'], /--image must be an address that begins with https/],
      [['add', AVATAR, '--weight=-1'], /--weight|weight/],
      [['add', AVATAR, '--days=3', '--end=never'], /cannot be used together/],
      [['change', '1'], /Name what to change/],
      [['change', 'x', '--weight=1'], /is not the number of a placement/],
      [['list', '--state=gone'], /--state must be one of all, upcoming, running, ended/],
      [['list', AVATAR], /does not know what to do/],
      [['sell', AVATAR], /no act "sell"\. Acts: add, change, remove, list/],
    ]
    for (const [args, message] of cases) {
      const { code, stderr } = await run('promote', ...args)
      assert.equal(code, 2, `${args}: ${stderr}`)
      assert.match(stderr, message)
    }
  })
})

describe('staff', () => {
  it('adds, removes and lists names, and says when nothing changed', async t => {
    const run = await openIn(t)
    assert.equal(await outputOf(run('staff', 'list')), 'There are none.\n')
    const texts: string[] = []
    for (const [act, name] of [
      ['add', 'Zoë 狐'],
      ['add', 'Zoë 狐'],
      ['add', 'Ann'],
      ['remove', 'Ann'],
      ['remove', 'Ann'],
    ] as const)
      texts.push(await outputOf(run('staff', act, name)))
    assert.deepEqual(texts, [
      'Added Zoë 狐.\n',
      'Zoë 狐 was there already.\n',
      'Added Ann.\n',
      'Removed Ann.\n',
      'Ann was not there.\n',
    ])
    assert.match(await outputOf(run('staff', 'list')), /^NAME +SINCE\nZoë 狐 +\d{4}-\S+\n$/)
    const { total, staff } = JSON.parse(await outputOf(run('staff', 'list', '--json')))
    assert.deepEqual([total, staff[0].name], [1, 'Zoë 狐'])
    for (const args of [['add'], ['add', 'x'.repeat(65)], ['hire', 'Ann'], ['list', 'Ann']])
      assert.equal((await run('staff', ...args)).code, 2)
  })
})
