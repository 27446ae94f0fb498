import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { avatary } from '../../tests/support/command-line.ts'
import { testFolder } from '../../tests/support/temp-folder.ts'

function openIn(t: TestContext) {
  const folder = testFolder(t, 'searches')
  return async (args: readonly string[], env: Record<string, string> = {}) =>
    await avatary([...args, `--data-dir=${folder}`], { env })
}

describe('searches', () => {
  it('excludes, includes and lists words, says when nothing changed, and writes each change to the audit log', async t => {
    const run = openIn(t)
    const succeed = async (...args: string[]) => {
      const { code, stdout, stderr } = await run(['searches', ...args])
      assert.deepEqual([code, stderr], [0, ''])
      return stdout
    }
    assert.equal(await succeed('list'), 'There are none.\n')
    assert.equal(await succeed('exclude', 'Red  FOX!'), 'Excluded "red fox".\n')
    assert.equal(await succeed('exclude', 'red fox'), '"red fox" was excluded already.\n')
    assert.equal(await succeed('exclude', '狼'), 'Excluded "狼".\n')
    assert.equal(await succeed('include', '狼'), 'Included "狼".\n')
    assert.equal(await succeed('include', '狼', '--json'), '{"words":"狼","changed":false}\n')
    assert.match(await succeed('list'), /^WORDS +SINCE\nred fox +\d{4}-\S+\n$/)
    const { stdout } = await run(['moderate', 'audit', '--json'])
    const { entries } = JSON.parse(stdout) as {
      entries: { action: string; subject: string; actor: string }[]
    }
    assert.deepEqual(
      entries.map(({ action, subject }) => [action, subject]),
      [
        ['include-search', '狼'],
        ['exclude-search', '狼'],
        ['exclude-search', 'red fox'],
      ],
    )
    assert.ok(entries.every(({ actor }) => actor.startsWith('cli')))
  })

  it('lists the words of the setting, and says that only the setting can include them again', async t => {
    const run = openIn(t)
    const env = { POPULAR_SEARCHES_EXCLUDED: 'Fox' }
    const { stdout } = await run(['searches', 'list', '--json'], env)
    assert.deepEqual(JSON.parse(stdout), { total: 1, excluded: [{ words: 'fox', at: null }] })
    const { stderr } = await run(['searches', 'include', 'FOX'], env)
    assert.equal(stderr, 'POPULAR_SEARCHES_EXCLUDED still has these words.\n')
  })

  it('refuses texts without words and unknown commands', async t => {
    const run = openIn(t)
    for (const [args, message] of [
      [['exclude'], /WORDS must have 1 to 60 letters and digits/],
      [['exclude', '💩!'], /WORDS must have/],
      [['include', 'x'.repeat(61)], /WORDS must have/],
      [['list', 'fox'], /does not know what to do with "fox"/],
      [['hide', 'fox'], /no act "hide"\. Acts: exclude, include, list/],
    ] as const) {
      const { code, stderr } = await run(['searches', ...args])
      assert.equal(code, 2, stderr)
      assert.match(stderr, message)
    }
  })
})
