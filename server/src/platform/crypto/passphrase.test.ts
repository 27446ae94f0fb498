import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openWithPassphrase, sealWithPassphrase } from './passphrase.ts'

const PASSPHRASE = 'correct horse battery'

describe('a text sealed with a passphrase', () => {
  it('opens with the passphrase, for its purpose, and not when it was changed', async () => {
    const sealed = await sealWithPassphrase('the secret', PASSPHRASE, 'backup')
    assert.equal(await openWithPassphrase(sealed, PASSPHRASE, 'backup'), 'the secret')
    assert.equal(await openWithPassphrase(sealed, 'correct horse', 'backup'), null)
    assert.equal(await openWithPassphrase(sealed, PASSPHRASE, 'other'), null)
    const changed = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`
    assert.equal(await openWithPassphrase(changed, PASSPHRASE, 'backup'), null)
    assert.equal(await openWithPassphrase('scrypt17.AAAA', PASSPHRASE, 'backup'), null)
  })

  it('is another one each time', async () => {
    const seal = () => sealWithPassphrase('the secret', PASSPHRASE, 'backup')
    assert.notEqual(await seal(), await seal())
  })
})
