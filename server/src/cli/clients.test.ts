import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { avatary } from '../../tests/support/command-line.ts'
import { testFolder } from '../../tests/support/temp-folder.ts'

const URI = 'https://app.example/callback'

/** Runs the command on its own data folder. */
function clientsIn(t: TestContext) {
  const folder = testFolder(t, 'clients')
  const clients = async (...args: string[]) => await avatary(['clients', ...args, `--data-dir=${folder}`])
  return { folder, clients }
}

describe('clients', () => {
  it('registers a confidential application and shows its secret once', async t => {
    const { clients } = clientsIn(t)
    const args = [
      '--name=Lantern Board',
      `--redirect-uri=${URI} http://127.0.0.1/`,
      '--confidential',
      '--json',
    ]
    const { code, stdout, stderr } = await clients('create', ...args)
    assert.deepEqual([code, stderr], [0, ''])
    const { client_id, client_secret } = JSON.parse(stdout)
    assert.match(client_id, /^avc_[\w-]{16}$/)
    assert.match(client_secret, /^avs_[\w-]{43}$/)
    const listed = (await clients('list', '--json')).stdout
    assert.ok(!listed.includes(client_secret))
    const [client, ...more] = JSON.parse(listed).clients
    assert.deepEqual(more, [])
    const { created_at: _, ...known } = client
    assert.deepEqual(known, {
      client_id,
      name: 'Lantern Board',
      kind: 'confidential',
      site_url: null,
      registered_by: 'operators',
      redirect_uris: [URI, 'http://127.0.0.1/'],
    })
  })

  it('accepts redirect URIs as repeated options or separated by spaces, also with a comma', async t => {
    const { clients } = clientsIn(t)
    const more = ['https://b.example/?scopes=a,b', 'http://127.0.0.1/']
    const given = [`--redirect-uri=${URI}`, '--redirect-uri', more.join(' ')]
    assert.equal((await clients('create', '--name=A', ...given, '--confidential')).code, 0)
    const { clients: listed } = JSON.parse((await clients('list', '--json')).stdout)
    assert.deepEqual(listed[0].redirect_uris, [URI, ...more])
  })

  it('accepts reserved names, and lists who registered each application', async t => {
    const { clients } = clientsIn(t)
    const args = ['--name=Avatary Companion', `--redirect-uri=${URI}`, '--public']
    assert.equal((await clients('create', ...args)).code, 0)
    const { clients: listed } = JSON.parse((await clients('list', '--json')).stdout)
    assert.deepEqual([listed[0].name, listed[0].registered_by], ['Avatary Companion', 'operators'])
  })

  it('registers a public application, without a secret', async t => {
    const { clients } = clientsIn(t)
    const uri = '--redirect-uri=com.example.app:/callback'
    const { code, stdout } = await clients('create', '--name=App', uri, '--public')
    assert.equal(code, 0)
    assert.match(stdout, /^client_id {6}avc_[\w-]{16}\n$/)
    assert.match(
      (await clients('list')).stdout,
      /^CLIENT .*\navc_\S+ {2}public {2}\S+ {2}App {3}com\.example\.app:/,
    )
  })

  it('rotates a secret, and deletes an application', async t => {
    const { clients } = clientsIn(t)
    const args = ['--name=A', `--redirect-uri=${URI}`, '--confidential', '--json']
    const { client_id, client_secret } = JSON.parse((await clients('create', ...args)).stdout)
    const rotated = JSON.parse((await clients('rotate', client_id, '--json')).stdout)
    assert.equal(rotated.client_id, client_id)
    assert.notEqual(rotated.client_secret, client_secret)
    assert.equal((await clients('delete', client_id)).stdout, `Deleted ${client_id}.\n`)
    const deletion = await clients('delete', client_id)
    assert.deepEqual([deletion.code, deletion.stderr], [1, `There is no client ${client_id}.\n`])
    assert.equal((await clients('list')).stdout, 'There are none.\n')
  })

  it('refuses to rotate the secret of a public application', async t => {
    const { clients } = clientsIn(t)
    const args = ['--name=A', `--redirect-uri=${URI}`, '--public', '--json']
    const { client_id } = JSON.parse((await clients('create', ...args)).stdout)
    const { code, stderr } = await clients('rotate', client_id)
    assert.deepEqual([code, stderr], [1, `The client ${client_id} is public and has no secret.\n`])
  })

  it('refuses wrong options before the database is created', async t => {
    const { clients, folder } = clientsIn(t)
    const wrong: [string[], RegExp][] = [
      [['nothing'], /There is no act "nothing"/],
      [['create'], /either --public or --confidential/],
      [['create', '--public', '--confidential'], /either --public or --confidential/],
      [['create', '--public'], /needs --name/],
      [['create', '--public', '--name=A'], /needs --redirect-uri/],
      [
        ['create', '--public', '--name=A', '--redirect-uri=http://a.example/'],
        /^--redirect-uri must use https/,
      ],
      [['create', '--public', '--name=A', `--redirect-uri=${URI}`, '--site-url=a'], /^--site-url must be/],
      [
        ['create', '--public', '--name=A', `--redirect-uri=${URI},https://b.example/`],
        /^--redirect-uri takes one URI each time it is given, not a list with commas/,
      ],
      [['rotate'], /Name a client/],
      [['list', 'avc_1'], /does not know what to do with "avc_1"/],
    ]
    for (const [args, message] of wrong) {
      const { code, stderr } = await clients(...args)
      assert.equal(code, 2)
      assert.match(stderr, message)
    }
    assert.equal(existsSync(join(folder, 'avatary.sqlite')), false)
  })
})
