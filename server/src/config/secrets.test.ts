import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { testFolder } from '../../tests/support/temp-folder.ts'
import { ExpectedError } from '../kernel/expected-error.ts'
import { Secret } from '../kernel/secret.ts'
import { loadAdminToken, loadSecretKey } from './secrets.ts'

describe('the secret key', () => {
  it('is generated once, as 32 bytes that only the owner can read', async t => {
    const dir = join(testFolder(t, 'secrets'), 'made', 'when missing')
    const first = await loadSecretKey({ dir })
    const again = await loadSecretKey({ dir })
    assert.equal(first.reveal().length, 32)
    assert.deepEqual(again.reveal(), first.reveal())
    assert.equal(statSync(join(dir, 'secret.key')).mode & 0o777, 0o600)
    assert.deepEqual(readdirSync(dir), ['secret.key'])
  })

  it('differs between folders', async t => {
    const one = await loadSecretKey({ dir: testFolder(t, 'secrets') })
    const other = await loadSecretKey({ dir: testFolder(t, 'secrets') })
    assert.notDeepEqual(one.reveal(), other.reveal())
  })

  it('is the same for processes that start at once', async t => {
    const dir = testFolder(t, 'secrets')
    const keys = await Promise.all(Array.from({ length: 20 }, () => loadSecretKey({ dir })))
    assert.equal(new Set(keys.map(key => key.reveal().toString('hex'))).size, 1)
    assert.deepEqual(readdirSync(dir), ['secret.key'])
  })

  it('is made with its folder, which only its owner may enter', async t => {
    const dir = join(testFolder(t, 'secrets'), 'not-yet')
    await loadSecretKey({ dir })
    assert.equal(statSync(dir).mode & 0o777, 0o700)
  })

  it('is the configured one, and then nothing is written', async t => {
    const dir = testFolder(t, 'secrets')
    const configured = new Secret(Buffer.alloc(32, 1))
    assert.equal(await loadSecretKey({ dir, secretKey: configured }), configured)
    assert.deepEqual(readdirSync(dir), [])
  })

  it('is never replaced when its file is damaged', async t => {
    const dir = testFolder(t, 'secrets')
    for (const text of ['', 'AAAA\n', 'not base64 at all, and much longer than it should be\n']) {
      writeFileSync(join(dir, 'secret.key'), text)
      await assert.rejects(loadSecretKey({ dir }), error => {
        assert.ok(error instanceof ExpectedError)
        assert.match(error.message, /secret\.key is not 32 bytes.*SECRET_KEY/)
        return true
      })
      assert.equal(readFileSync(join(dir, 'secret.key'), 'utf8'), text)
    }
  })
})

describe('the admin token', () => {
  it('is generated once, readable by its owner only, with a recognisable prefix', async t => {
    const dir = testFolder(t, 'secrets')
    const tokens = await Promise.all(Array.from({ length: 5 }, () => loadAdminToken({ dir })))
    const [token] = new Set(tokens.map(one => one.reveal()))
    assert.match(token!, /^ava_[\w-]{43}$/)
    assert.deepEqual(new Set(tokens.map(one => one.reveal())), new Set([token]))
    assert.equal(readFileSync(join(dir, 'admin.token'), 'utf8'), `${token}\n`)
    assert.equal(statSync(join(dir, 'admin.token')).mode & 0o777, 0o600)
    assert.equal((await loadAdminToken({ dir })).reveal(), token)
  })

  it('is the configured one, and then nothing is written', async t => {
    const dir = testFolder(t, 'secrets')
    const adminToken = new Secret(`ava_${'a'.repeat(43)}`)
    assert.equal(await loadAdminToken({ dir, adminToken }), adminToken)
    assert.deepEqual(readdirSync(dir), [])
  })

  it('is refused when its file holds something weaker', async t => {
    const dir = testFolder(t, 'secrets')
    for (const text of ['', 'ava_', 'password\n']) {
      writeFileSync(join(dir, 'admin.token'), text)
      await assert.rejects(loadAdminToken({ dir }), /admin\.token is not an admin token.*delete it/)
    }
  })
})
