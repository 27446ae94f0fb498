import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { idOf } from '../../tests/store/fixtures.ts'
import { afterwards } from '../../tests/support/cleanup.ts'
import { avatary } from '../../tests/support/command-line.ts'
import { testFolder } from '../../tests/support/temp-folder.ts'
import { VERSION } from '../kernel/version.ts'

function ndjson(...records: unknown[]): string {
  return records.map(record => `${typeof record === 'string' ? record : JSON.stringify(record)}\n`).join('')
}

function foxes(count: number): object[] {
  return Array.from({ length: count }, (_, i) => ({ id: idOf(i), name: `Fox ${i}` }))
}

describe('the command line', () => {
  it('prints its version, the help of the program and of each command', async () => {
    assert.deepEqual(await avatary(['--version']), { code: 0, stdout: `${VERSION}\n`, stderr: '' })
    const all = await avatary(['--help'])
    assert.equal(all.code, 0)
    for (const command of ['serve', 'import', 'export', 'mirror', 'moderate', 'migrate']) {
      assert.match(all.stdout, new RegExp(`^  ${command} `, 'm'))
      const help = await avatary([command, '--help'])
      assert.equal(help.code, 0)
      assert.match(help.stdout, new RegExp(`^Usage: script/avatary ${command}`))
      assert.deepEqual(await avatary(['help', command]), help)
    }
  })

  it('fills the lines of its help to the width', async () => {
    for (const command of ['import', 'export', 'backup', 'restore']) {
      const { stdout } = await avatary([command, '--help'])
      const paragraphs = stdout
        .split('\n\nArguments:')[0]!
        .split('\n\n')
        .map(text => text.split('\n'))
      for (const lines of paragraphs)
        for (const [at, line] of lines.slice(1).entries()) {
          const [next] = line.split(' ')
          assert.ok(lines[at]!.length + 1 + next!.length > 120, `${lines[at]} | ${next}`)
        }
    }
  })

  it('writes its help in one write, so that the reader may close the pipe early', async () => {
    for (const args of [['--help'], ['moderate', 'block', '--help'], ['help', 'import'], []]) {
      const writes: string[] = []
      await avatary(args, { onOutput: text => writes.push(text) })
      assert.equal(writes.length, 1, args.join(' '))
    }
  })

  it('ends an import without avatars with code 1, and one of only private avatars with code 0', async t => {
    const dataDir = testFolder(t, 'cli')
    const imports = (stdin: string, ...more: string[]) =>
      avatary(['import', '-', `--data-dir=${dataDir}`, ...more], { stdin })
    const nothing = ['', '\n', '[]', '{"name":"package","version":"1.0.0"}', '<html></html>', '[1,2,"x"]']
    nothing.push(ndjson({ _: 'avatary-export', version: 1 }), ndjson({ id: 'usr_1' }, { id: idOf(1) }))
    for (const stdin of nothing) {
      const { code, stderr } = await imports(stdin)
      assert.equal(code, 1, stdin)
      assert.match(stderr, /There is no avatar in standard input: nothing was imported\./, stdin)
    }
    const { stdout } = await imports('[{}]', '--json')
    assert.deepEqual([JSON.parse(stdout).complete, JSON.parse(stdout).skipped], [true, 1])
    for (const one of [
      { id: idOf(1), name: 'Fox', releaseStatus: 'private' },
      { id: idOf(1), name: 'Fox' },
    ])
      for (let again = 0; again < 2; again++) assert.equal((await imports(ndjson(one))).code, 0)
  })

  const MISUSES: [args: string[], message: RegExp][] = [
    [['imprt', 'x'], /no command "imprt".*serve, import, export, mirror, moderate, .*migrate/],
    [['import', '--foo', 'x'], /import has no option --foo; it has --report, /],
    [['import', '--report'], /argument missing/],
    [['import', '--json=yes', 'x'], /does not take an argument/],
    [['import'], /import needs FILE/],
    [['import', 'a', 'b'], /does not know what to do with "b"/],
    [['import', 'x', '--batch=0'], /--batch must be a whole number from 1 to 100000, not "0"/],
    [['import', 'x', '--added-at=then'], /--added-at must be one of kept, created, not "then"/],
    [['export', '--pages=3'], /--pages needs --static DIR/],
    [['mirror', 'ftp://x'], /BASE_URL must be an http or https address/],
    [['mirror', 'https://me:secret@x'], /^BASE_URL must be .* without user and password(?!.*secret)/],
    [['migrate', '--port=abc'], /PORT/],
  ]
  for (const [args, message] of MISUSES) {
    it(`refuses with code 2: ${args.join(' ')}`, async () => {
      const { code, stdout, stderr } = await avatary(args)
      assert.equal(code, 2)
      assert.equal(stdout, '')
      assert.match(stderr, message)
    })
  }

  it('prints its help with code 2 when there is no command', async () => {
    const { code, stdout } = await avatary([])
    assert.equal(code, 2)
    assert.match(stdout, /^Usage/)
  })

  it('prefers options to environment variables', async t => {
    const [one, other] = [testFolder(t, 'cli'), testFolder(t, 'cli')]
    await avatary(['migrate'], { env: { DATA_DIR: one } })
    assert.ok(existsSync(join(one, 'avatary.sqlite')))
    const { code } = await avatary(['migrate', `--data-dir=${other}`], { env: { DATA_DIR: join(one, 'x') } })
    assert.equal(code, 0)
    assert.ok(existsSync(join(other, 'avatary.sqlite')))
    assert.ok(!existsSync(join(one, 'x')))
  })
})

describe('migrate --dry-run', () => {
  it('lists pending migrations without creating a database', async t => {
    const dataDir = join(testFolder(t, 'cli'), 'data')
    const dryRun = () => avatary(['migrate', '--dry-run', `--data-dir=${dataDir}`])
    const { code, stdout } = await dryRun()
    assert.equal(code, 0)
    assert.match(stdout, /^0001-catalog\n {2}create table meta \(/)
    assert.ok(!existsSync(dataDir))
    await avatary(['migrate', `--data-dir=${dataDir}`])
    assert.equal((await dryRun()).stdout, 'No migration is due.\n')
  })
})

describe('import', () => {
  it('says what it saved before the database failed, and goes on after that', async t => {
    const folder = testFolder(t, 'cli')
    const file = join(folder, 'in.ndjson')
    // Records are read in pieces of 64 KiB, of which a batch has at least one.
    const padding = 'x'.repeat(70_000)
    writeFileSync(file, ndjson(...foxes(6).map(fox => ({ ...fox, padding }))))
    const args = ['--batch=2', `--data-dir=${folder}`]
    await avatary(['import', '-', ...args], { stdin: ndjson({ id: idOf(9), name: 'Fox 9' }) })
    const db = new DatabaseSync(join(folder, 'avatary.sqlite'))
    afterwards(t, () => db.close())
    db.exec(`create trigger fails before insert on avatars when new.id = '${idOf(4)}'
      begin select raise(abort, 'the disk is on fire'); end`)
    const saved = 'The import failed after 4 records, which are saved. The same command'
    const failed = await avatary(['import', file, ...args])
    assert.equal(failed.code, 1)
    assert.match(failed.stderr, new RegExp(`${saved} goes on after them\\.\\n.*the disk is on fire`))
    const piped = await avatary(['import', '-', ...args], { stdin: readFileSync(file, 'utf8') })
    assert.match(piped.stderr, new RegExp(`${saved} reads them again and changes nothing of them\\.`))
    db.exec('drop trigger fails')
    const { stdout } = await avatary(['import', file, ...args, '--json'])
    const { added, records, resumedAtLine } = JSON.parse(stdout)
    assert.deepEqual({ added, records, resumedAtLine }, { added: 6, records: 2, resumedAtLine: 5 })
  })

  it('prints a summary with the first skipped records, and reports all of them', async t => {
    const folder = testFolder(t, 'cli')
    const broken = Array.from({ length: 25 }, (_, i) => ({ id: idOf(100 + i) }))
    writeFileSync(join(folder, 'in.ndjson'), ndjson(...foxes(3), ...broken, 'nonsense'))
    const report = join(folder, 'report.ndjson')
    const args = ['import', join(folder, 'in.ndjson'), `--report=${report}`, `--data-dir=${folder}`]
    const { code, stdout } = await avatary(args)
    assert.equal(code, 0)
    assert.match(stdout, /^Imported .*: 29 records in /)
    assert.match(stdout, /added +3\n +updated +0\n +unchanged +0\n +skipped +26\n/)
    assert.match(stdout, /25 {2}id_only: has an id and nothing else\n +1 {2}not_json/)
    assert.equal(stdout.match(/^ {2}line \d+ /gm)?.length, 20)
    const lines = readFileSync(report, 'utf8').trim().split('\n')
    assert.equal(lines.length, 26)
    assert.deepEqual(JSON.parse(lines[25]!), {
      line: 29,
      reason: 'not_json',
      message: 'is not complete, valid JSON',
    })
  })

  it('refuses to write the report over the file that it reads', async t => {
    const folder = testFolder(t, 'cli')
    const text = ndjson(...foxes(3))
    writeFileSync(join(folder, 'in.ndjson'), text)
    symlinkSync('in.ndjson', join(folder, 'report.ndjson'))
    const args = ['import', join(folder, 'in.ndjson'), `--data-dir=${folder}`]
    for (const report of ['in.ndjson', 'report.ndjson']) {
      const { code, stderr } = await avatary([...args, `--report=${join(folder, report)}`])
      assert.equal(code, 2)
      assert.match(stderr, /^--report must be another file than .*in\.ndjson, which it would overwrite\.$/m)
      assert.equal(readFileSync(join(folder, 'in.ndjson'), 'utf8'), text)
    }
  })

  it('prints JSON, and reads standard input', async t => {
    const folder = testFolder(t, 'cli')
    const stdin = ndjson(...foxes(2), { id: idOf(7) })
    const { code, stdout } = await avatary(['import', '-', '--json', `--data-dir=${folder}`], { stdin })
    assert.equal(code, 0)
    const { seconds, recordsPerSecond, ...result } = JSON.parse(stdout)
    assert.ok(seconds >= 0 && recordsPerSecond > 0)
    assert.deepEqual(result, {
      source: 'standard input',
      complete: true,
      added: 2,
      updated: 0,
      unchanged: 0,
      skipped: 1,
      skippedBy: { id_only: 1 },
      records: 3,
      resumedAtLine: null,
      firstSkips: [{ line: 3, reason: 'id_only' }],
      report: null,
    })
  })

  it('continues with its report when a stopped command is given again', async t => {
    const folder = testFolder(t, 'cli')
    const records = foxes(6000).map((record, i) => (i % 1000 === 0 ? { id: idOf(i) } : record))
    writeFileSync(join(folder, 'in.ndjson'), ndjson(...records))
    const report = join(folder, 'report.ndjson')
    const args = [
      'import',
      join(folder, 'in.ndjson'),
      '--batch=1000',
      '--progress-ms=0',
      `--report=${report}`,
    ]
    const env = { DATA_DIR: join(folder, 'data') }
    const stopping = new AbortController()
    const onOutput = () => stopping.abort()
    const first = await avatary(args, { env, signal: stopping.signal, onOutput })
    assert.equal(first.code, 1)
    assert.match(first.stdout, /^Stopped importing[\s\S]*Run the same command again to continue/)
    assert.equal(readdirSync(join(env.DATA_DIR, 'imports')).length, 1)
    assert.equal(statSync(join(env.DATA_DIR, 'imports')).mode & 0o777, 0o700)

    const second = await avatary([...args, '--json'], { env })
    assert.equal(second.code, 0)
    assert.match(second.stderr, /^Going on at line \d+ of /)
    const result = JSON.parse(second.stdout)
    assert.deepEqual([result.added, result.unchanged, result.skipped], [5994, 0, 6])
    assert.ok(result.resumedAtLine > 1 && result.records < 6000)
    const lines = readFileSync(report, 'utf8').trim().split('\n')
    assert.deepEqual(
      lines.map(line => JSON.parse(line).line),
      Array.from({ length: 6 }, (_, i) => i * 1000 + 1),
    )
    assert.deepEqual(readdirSync(join(env.DATA_DIR, 'imports')), [])

    const third = await avatary([...args, '--json'], { env })
    const again = JSON.parse(third.stdout)
    assert.deepEqual([again.added, again.unchanged, again.resumedAtLine], [0, 5994, null])
  })

  it('starts from the beginning for a changed file or another database', async t => {
    const folder = testFolder(t, 'cli')
    const file = join(folder, 'in.ndjson')
    writeFileSync(file, ndjson(...foxes(6000)))
    const stop = async (env: Record<string, string>) => {
      const stopping = new AbortController()
      const onOutput = () => stopping.abort()
      const args = ['import', file, '--batch=1000', '--progress-ms=0']
      return await avatary(args, { env, signal: stopping.signal, onOutput })
    }
    const env = { DATA_DIR: join(folder, 'data') }
    assert.equal((await stop(env)).code, 1)
    const database = `sqlite:${join(folder, 'other.sqlite')}`
    const other = await avatary(['import', file, '--json'], { env: { ...env, DATABASE_URL: database } })
    assert.deepEqual([JSON.parse(other.stdout).added, JSON.parse(other.stdout).resumedAtLine], [6000, null])
    writeFileSync(file, ndjson(...foxes(6001)))
    const change = await avatary(['import', file, '--json'], { env })
    assert.equal(JSON.parse(change.stdout).resumedAtLine, null)
  })

  const FAILURES: [what: string, content: string | Buffer | null, message: RegExp][] = [
    ['that is not there', null, /There is no file/],
    ['in UTF-16', Buffer.from('\ufeff{"a":1}', 'utf16le'), /UTF-16/],
    ['that is compressed', Buffer.from([0x1f, 0x8b, 8, 0, 0]), /gunzip/],
  ]
  for (const [what, content, message] of FAILURES) {
    it(`of a file ${what} fails with code 1 and a message`, async t => {
      const folder = testFolder(t, 'cli')
      if (content !== null) writeFileSync(join(folder, 'in'), content)
      const { code, stderr } = await avatary(['import', join(folder, 'in'), `--data-dir=${folder}`])
      assert.equal(code, 1)
      assert.match(stderr, message)
      assert.doesNotMatch(stderr, /\n {4}at /)
    })
  }
})

describe('export', () => {
  it('writes what import reads', async t => {
    const [one, other] = [testFolder(t, 'cli'), testFolder(t, 'cli')]
    await avatary(['import', '-', `--data-dir=${one}`], { stdin: ndjson(...foxes(5)) })
    const file = join(one, 'out.ndjson')
    const outcome = await avatary(['export', file, '--json', `--data-dir=${one}`])
    assert.equal(JSON.parse(outcome.stdout).avatars, 5)
    assert.deepEqual(
      readdirSync(one).filter(name => name.endsWith('.part')),
      [],
    )
    await avatary(['import', file, `--data-dir=${other}`])
    const [first, second] = await Promise.all(
      [one, other].map(async folder => (await avatary(['export', `--data-dir=${folder}`])).stdout),
    )
    const withoutHeader = (text: string) => text.slice(text.indexOf('\n'))
    assert.equal(withoutHeader(second!), withoutHeader(first!))
    assert.match(JSON.parse(first!.slice(0, first!.indexOf('\n'))).terms, /non-commercial/)
  })

  it('does not change an older file when it fails', async t => {
    const folder = testFolder(t, 'cli')
    const { code, stderr } = await avatary(['export', join(folder, 'no', 'out'), `--data-dir=${folder}`])
    assert.equal(code, 1)
    assert.match(stderr, /cannot be written/)
    writeFileSync(join(folder, 'out'), 'old')
    const signal = AbortSignal.abort()
    await avatary(['import', '-', `--data-dir=${folder}`], { stdin: ndjson(...foxes(5)) })
    const stopped = await avatary(['export', join(folder, 'out'), `--data-dir=${folder}`], { signal })
    assert.equal(stopped.code, 1)
    assert.equal(readFileSync(join(folder, 'out'), 'utf8'), 'old')
  })
})
