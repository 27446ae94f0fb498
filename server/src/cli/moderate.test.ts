import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { idOf } from '../../tests/store/fixtures.ts'
import { avatary } from '../../tests/support/command-line.ts'
import { testFolder } from '../../tests/support/temp-folder.ts'

const AUTHOR = 'usr_00000000-0000-4000-8000-0000000000a1'

/** Runs the command on its own data folder with two avatars of one author. */
async function moderateIn(t: TestContext) {
  const folder = testFolder(t, 'moderate')
  const dataDir = `--data-dir=${folder}`
  const lines = [1, 2].map(n =>
    JSON.stringify({ id: idOf(n), name: `Fox ${n}`, authorId: AUTHOR, authorName: 'Anna' }),
  )
  await avatary(['import', '-', dataDir], { stdin: lines.join('\n') })
  return async (...args: string[]) => await avatary(['moderate', ...args, dataDir])
}

describe('moderate', () => {
  it('blocks and unblocks avatars and authors, and says when nothing changed', async t => {
    const moderate = await moderateIn(t)
    const texts: string[] = []
    for (const args of [
      ['block', `https://vrchat.com/home/avatar/${idOf(1)}`, '--reason=stolen'],
      ['block', idOf(1)],
      ['block', AUTHOR],
      ['unblock', AUTHOR],
      ['unblock', AUTHOR],
      ['opt-out', AUTHOR],
      ['opt-in', AUTHOR],
    ]) {
      const { code, stdout, stderr } = await moderate(...args)
      assert.deepEqual([code, stderr], [0, ''])
      texts.push(stdout)
    }
    assert.deepEqual(texts, [
      `Blocked avatar ${idOf(1)}: 1 avatar changed.\n`,
      `The avatar ${idOf(1)} was blocked already.\n`,
      `Blocked author ${AUTHOR}: 1 avatar changed.\n`,
      `Unblocked author ${AUTHOR}: 1 avatar changed.\n`,
      `The author ${AUTHOR} is not blocked.\n`,
      `Opted out author ${AUTHOR}: 1 avatar changed.\n`,
      `Opted in author ${AUTHOR}: 1 avatar changed.\n`,
    ])
  })

  it('lists blocks and opt-outs as a table and as JSON', async t => {
    const moderate = await moderateIn(t)
    assert.equal((await moderate('list')).stdout, 'There are none.\n')
    await moderate('block', idOf(1), '--reason=stolen')
    await moderate('opt-out', AUTHOR)
    const { stdout } = await moderate('list')
    const [titles, ...rows] = stdout
      .trimEnd()
      .split('\n')
      .map(line => line.split(/ {2,}/))
    assert.deepEqual(titles, ['WHAT', 'ID', 'SINCE', 'NAME', 'REASON'])
    assert.deepEqual(
      rows.map(row => row.toSpliced(2, 1)),
      [
        ['avatar blocked', idOf(1), 'Fox 1', 'stolen'],
        ['author opted out', AUTHOR, 'Anna'],
      ],
    )
    const { blocks, optOuts } = JSON.parse((await moderate('list', '--json')).stdout)
    assert.deepEqual([blocks.length, blocks[0].id, optOuts.length], [1, idOf(1), 1])
  })

  it('prints the newest entries of the audit log, and says that there are more', async t => {
    const moderate = await moderateIn(t)
    await moderate('block', idOf(1), '--reason=stolen')
    await moderate('unblock', idOf(1))
    const { stdout, stderr } = await moderate('audit', '--limit=1')
    assert.match(stdout, /unblock/)
    assert.match(stderr, /^1 of 2; --limit=N shows more/)
    const { total, entries } = JSON.parse((await moderate('audit', '--json')).stdout)
    assert.equal(total, 2)
    assert.deepEqual([entries[1].action, entries[1].subject, entries[1].detail], ['block', idOf(1), 'stolen'])
    assert.match(entries[1].actor, /^cli/)
  })

  it('says how many reports it closed, and fails for an unknown one', async t => {
    const moderate = await moderateIn(t)
    assert.equal((await moderate('close', idOf(1))).stdout, 'Closed 0 reports.\n')
    assert.equal((await moderate('close', AUTHOR)).stdout, 'Closed 0 reports.\n')
    const { code, stderr } = await moderate('close', '7')
    assert.deepEqual([code, stderr], [1, 'There is no report 7.\n'])
  })

  it('says how many reports it reopened, and fails for an unknown one', async t => {
    const moderate = await moderateIn(t)
    assert.equal((await moderate('reopen', idOf(1))).stdout, 'Reopened 0 reports.\n')
    assert.equal((await moderate('reopen', AUTHOR)).stdout, 'Reopened 0 reports.\n')
    const { code, stderr } = await moderate('reopen', '7')
    assert.deepEqual([code, stderr], [1, 'There is no report 7.\n'])
  })

  const MISUSES: [args: string[], message: RegExp][] = [
    [[], /moderate needs ACT/],
    [
      ['ban', idOf(1)],
      /no act "ban". Acts: block, unblock, opt-out, opt-in, list, reports, audit, close, reopen/,
    ],
    [['block'], /^moderate block needs ID\. It must be an avatar id \(avtr_…\)/],
    [['block', 'fox'], /"fox" is not an id. It must be an avatar id \(avtr_…\), an author id/],
    [['opt-out', idOf(1)], /is not an author. It must be an author id \(usr_…/],
    [['close', 'x1'], /"x1" is not a report. It must be the number of one/],
    [['list', idOf(1)], /does not know what to do with "avtr_/],
    [['audit', '--limit=0'], /--limit must be a whole number from 1/],
    [['reports', '--state=new'], /--state must be one of open, closed, all/],
    [['block', idOf(1), `--reason=${'x'.repeat(501)}`], /--reason must have at most 500 characters/],
  ]
  for (const [args, message] of MISUSES) {
    it(`refuses with code 2, and creates no database: ${args.join(' ').slice(0, 60)}`, async t => {
      const folder = testFolder(t, 'moderate')
      const { code, stderr } = await avatary(['moderate', ...args, `--data-dir=${folder}`])
      assert.equal(code, 2)
      assert.match(stderr, message)
      assert.equal(existsSync(join(folder, 'avatary.sqlite')), false)
    })
  }
})
