import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it, type TestContext } from 'node:test'
import { avatary } from '../../tests/support/command-line.ts'
import { startServerProcess } from '../../tests/support/server-process.ts'
import { testFolder } from '../../tests/support/temp-folder.ts'
import { until } from '../../tests/support/until.ts'

const PASSPHRASE = { BACKUP_PASSPHRASE: 'correct horse battery' }
const FOX = JSON.stringify({ id: 'avtr_00000000-0000-4000-8000-000000000001', name: 'Red fox' })

/** Returns a temporary folder, a filled data folder inside it, and the path of an empty one. */
async function setUp(t: TestContext) {
  const folder = testFolder(t, 'backup-command')
  const [from, to] = [join(folder, 'from'), join(folder, 'to')]
  await avatary(['import', '-'], { env: { DATA_DIR: from }, stdin: FOX })
  return { from, to, file: join(folder, 'one.backup') }
}

async function exportOf(dataDir: string): Promise<string> {
  const { stdout } = await avatary(['export'], { env: { DATA_DIR: dataDir } })
  return stdout.slice(stdout.indexOf('\n'))
}

describe('backup and restore', () => {
  it('copy the catalog to another folder', async t => {
    const { from, to, file } = await setUp(t)
    const backup = await avatary(['backup', file, '--json'], { env: { DATA_DIR: from } })
    assert.equal(backup.code, 0, backup.stderr)
    assert.equal(JSON.parse(backup.stdout).tables.avatars, 1)
    assert.equal(statSync(file).mode & 0o777, 0o600)
    const checked = await avatary(['restore', file, '--check', '--json'])
    assert.equal(JSON.parse(checked.stdout).rows, JSON.parse(backup.stdout).rows)
    const restored = await avatary(['restore', file], { env: { DATA_DIR: to } })
    assert.match(restored.stdout, /^Restored \d+ rows, backed up at 20/)
    assert.equal(await exportOf(to), await exportOf(from))
    assert.deepEqual(readdirSync(to), ['avatary.sqlite'])
    assert.equal(statSync(to).mode & 0o777, 0o700)
  })

  it('copy the secrets only for those who have the passphrase', async t => {
    const { from, to, file } = await setUp(t)
    const env = { DATA_DIR: from, ...PASSPHRASE }
    assert.equal((await avatary(['backup', file, '--with-secrets'], { env })).code, 0)
    const secrets = ['secret.key', 'admin.token'].map(name => readFileSync(join(from, name), 'utf8'))

    const wrong = { DATA_DIR: to, BACKUP_PASSPHRASE: 'another passphrase' }
    const refusal = await avatary(['restore', file, '--with-secrets'], { env: wrong })
    assert.equal(refusal.code, 1)
    assert.match(refusal.stderr, /^The passphrase does not open the secrets of /)
    assert.ok(!existsSync(join(to, 'avatary.sqlite')))

    writeFileSync(`${file}.passphrase`, `${PASSPHRASE.BACKUP_PASSPHRASE}\n`)
    const args = ['restore', file, '--with-secrets', `--passphrase-file=${file}.passphrase`]
    assert.equal((await avatary(args, { env: { DATA_DIR: to } })).code, 0)
    assert.deepEqual(
      ['secret.key', 'admin.token'].map(name => readFileSync(join(to, name), 'utf8')),
      secrets,
    )
    assert.equal(statSync(join(to, 'secret.key')).mode & 0o777, 0o600)

    const again = await avatary(args, { env: { DATA_DIR: to } })
    assert.equal(again.code, 1)
    assert.match(again.stderr, /has secret\.key and admin\.token: give --replace/)
  })

  it('leave secrets out unless asked, and say so', async t => {
    const { from, to, file } = await setUp(t)
    await avatary(['backup', file], { env: { DATA_DIR: from } })
    const { code, stderr } = await avatary(['restore', file, '--with-secrets'], {
      env: { DATA_DIR: to, ...PASSPHRASE },
    })
    assert.equal(code, 1)
    assert.match(stderr, /has no secrets/)
    const restored = await avatary(['restore', file], { env: { DATA_DIR: to } })
    assert.match(restored.stderr, /^The secrets are those of /m)
  })

  it('back up a running server, and refuse to replace its database', async t => {
    const { from, file } = await setUp(t)
    const env = { DATA_DIR: from }
    await using server = await startServerProcess(env)
    assert.equal((await avatary(['backup', file], { env })).code, 0)
    const { code, stderr } = await avatary(['restore', file, '--replace'], { env })
    assert.equal(code, 1)
    assert.match(stderr, /^The database is in use: stop the server/)
    assert.equal((await fetch(`${server.baseUrl}/avatars/search?q=fox`)).status, 200)
  })

  it('forget the processes of the backed-up server, whose secrets may differ', async t => {
    const { from, to, file } = await setUp(t)
    const fingerprintsIn = (folder: string) => {
      using db = new DatabaseSync(join(folder, 'avatary.sqlite'))
      return db.prepare("select name from meta where name like 'process %'").all().length
    }
    {
      await using server = await startServerProcess({ DATA_DIR: from })
      await until('the process told its fingerprints', () => fingerprintsIn(from) === 1)
      await avatary(['backup', file], { env: { DATA_DIR: from } })
      await server.kill()
    }
    assert.equal((await avatary(['restore', file], { env: { DATA_DIR: to } })).code, 0)
    assert.equal(fingerprintsIn(to), 0)
  })

  it('remove the snapshots of the replaced database', async t => {
    const { from, file } = await setUp(t)
    const env = { DATA_DIR: from }
    await avatary(['backup', file], { env })
    writeFileSync(join(from, 'catalog.snapshot'), 'of before')
    const refusal = await avatary(['restore', file], { env })
    assert.match(refusal.stderr, /^The database is not empty: .*--replace/)
    assert.ok(existsSync(join(from, 'catalog.snapshot')))
    assert.equal((await avatary(['restore', file, '--replace'], { env })).code, 0)
    assert.ok(!existsSync(join(from, 'catalog.snapshot')))
  })

  it('replace a file that is damaged', async t => {
    const { from, to, file } = await setUp(t)
    await avatary(['backup', file], { env: { DATA_DIR: from } })
    await avatary(['migrate'], { env: { DATA_DIR: to } })
    writeFileSync(join(to, 'avatary.sqlite'), 'no database any more')
    const env = { DATA_DIR: to }
    assert.equal((await avatary(['restore', file], { env })).code, 1)
    assert.equal((await avatary(['restore', file, '--replace'], { env })).code, 0)
    assert.equal(await exportOf(to), await exportOf(from))
  })

  it('report in one line that the data folder cannot be created', async t => {
    const { from } = await setUp(t)
    const file = join(from, 'x.backup')
    assert.equal((await avatary(['backup', file], { env: { DATA_DIR: from } })).code, 0)
    const { code, stderr } = await avatary(['restore', file], { env: { DATA_DIR: '/proc/none' } })
    assert.match(stderr, /^The data folder cannot be made: .*\/proc\/none'\n$/)
    assert.equal(code, 1)
  })

  const REFUSALS: [args: string[], code: number, message: RegExp][] = [
    [['backup'], 2, /backup needs FILE/],
    [['backup', 'x', '--with-secrets'], 2, /Secrets need a passphrase: set BACKUP_PASSPHRASE/],
    [['backup', '/nowhere/x'], 1, /^\/nowhere\/x cannot be written: /m],
    [['backup', 'x', '--passphrase-file=y'], 2, /^--passphrase-file needs --with-secrets\./],
    [['restore', 'x', '--passphrase-file=y'], 2, /^--passphrase-file needs --with-secrets\./],
    [['restore', 'x', '--check', '--with-secrets'], 2, /^restore --check only reads: /],
    [['restore', '/nowhere/x'], 1, /^There is no file \/nowhere\/x\./],
    [['restore', '/nowhere/x', '--check'], 1, /^There is no file \/nowhere\/x\./],
    [['backup', 'x', '--backup-passphrase=short'], 2, /BACKUP_PASSPHRASE .*at least 16 characters/],
  ]
  for (const [args, expected, message] of REFUSALS)
    it(`refuse ${args.join(' ')} with code ${expected}`, async t => {
      const { from } = await setUp(t)
      const { code, stderr } = await avatary(args, { env: { DATA_DIR: from } })
      assert.match(stderr, message)
      assert.equal(code, expected)
    })
})
