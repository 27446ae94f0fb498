import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { profileOf, type Userinfo } from './profile.ts'

const TOLD: Userinfo = { sub: 's-1', username: 'fox' }

describe('a stored profile', () => {
  it('contains what the community site answered', () => {
    const told: Userinfo = {
      ...TOLD,
      name: 'Fox ✨',
      email: 'fox@example.org',
      picture: 'https://cdn.example/fox.png',
      profile: 'https://community.example/@fox',
      platform_account: { id: 'usr_1', display_name: 'Fox', verified: true },
    }
    assert.deepEqual(profileOf(told), {
      id: 's-1',
      username: 'fox',
      name: 'Fox ✨',
      email: 'fox@example.org',
      picture: 'https://cdn.example/fox.png',
      profile: 'https://community.example/@fox',
      platformAccount: { id: 'usr_1', displayName: 'Fox' },
    })
  })

  it('always has a name', () => {
    assert.equal(profileOf(TOLD).name, 'fox')
    assert.equal(profileOf({ ...TOLD, username: '\u0000\u202e ' }).name, 's-1')
  })

  it('has short texts without control characters or characters that change the text direction', () => {
    assert.equal(profileOf({ ...TOLD, name: ' a\u0000b\nc\u202ed\ud800 ' }).name, 'abcd\ufffd')
    assert.equal([...profileOf({ ...TOLD, name: '🦊'.repeat(500) }).name].length, 100)
  })

  it('links only to web pages', () => {
    for (const profile of [
      'javascript:alert(1)',
      'data:text/html,x',
      '/fox',
      '',
      'https://u:p@x.example',
      'ftp://x',
    ]) {
      assert.equal(profileOf({ ...TOLD, profile, picture: profile }).profile, null, profile)
      assert.equal(profileOf({ ...TOLD, profile, picture: profile }).picture, null, profile)
    }
  })

  it('has a valid email address, or none', () => {
    for (const email of ['', 'fox', 'a b@c', 'fox@', '@example.org']) {
      assert.equal(profileOf({ ...TOLD, email }).email, null, email)
    }
  })

  it('only has a platform account that is verified and valid', () => {
    const account = { id: 'usr_1', display_name: 'Fox', verified: false }
    assert.equal(profileOf({ ...TOLD, platform_account: account }).platformAccount, null)
    const hostile = { id: 'usr_1 or 1=1', display_name: 'Fox', verified: true }
    assert.equal(profileOf({ ...TOLD, platform_account: hostile }).platformAccount, null)
  })
})
