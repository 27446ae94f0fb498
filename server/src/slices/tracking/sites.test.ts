import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SITES, siteOf } from './sites.ts'

const OWN_HOST = 'avatars.example'

const CASES: readonly (readonly [referrer: string, site: string | null])[] = [
  ['', 'direct'],
  ['about:client', 'direct'],
  ['https://avatars.example/search?q=fox', 'direct'],
  ['https://evil.avatars.example/', null],
  ['https://avatars.example.evil.test/', null],
  ['https://vrchat.com/home/avatar/x', 'vrchat.com'],
  ['https://hello.vrchat.com/blog', 'vrchat.com'],
  ['https://vrchat.com.evil.test/', null],
  ['https://notvrchat.com/', null],
  ['https://VRChat.com:443/', 'vrchat.com'],
  ['https://discord.gg/abc', 'discord.com'],
  ['https://ptb.discord.com/channels/1/2', 'discord.com'],
  ['android-app://com.discord/', 'discord.com'],
  ['https://t.co/abc', 'x.com'],
  ['https://mobile.twitter.com/a', 'x.com'],
  ['https://www.google.com/', 'google.com'],
  ['https://www.google.co.jp/search?q=secret', 'google.com'],
  ['https://google.de/', 'google.com'],
  ['https://google.evil/', null],
  ['https://google.com.evil.test/', null],
  ['https://search.yahoo.co.jp/', 'yahoo.com'],
  ['https://yandex.ru/', 'yandex.com'],
  ['https://creator.fanbox.cc/', 'fanbox.cc'],
  ['https://creator.booth.pm/items/1', 'booth.pm'],
  ['https://somewhere.example/path?token=1', null],
  ['https://198.51.100.7/', null],
  ['https://[2001:db8::1]/', null],
  ['https://localhost:8787/', null],
  ['vrchat.com', null],
  ['javascript:alert(1)', null],
  ['https://', null],
  ['\0', null],
  ['x'.repeat(100_000), null],
]

describe('the referring site', () => {
  for (const [referrer, site] of CASES) {
    it(`is ${site ?? 'none that is named'} for ${JSON.stringify(referrer.slice(0, 60))}`, () => {
      assert.equal(siteOf(referrer, OWN_HOST), site)
    })
  }

  it('compares the port of our own host', () => {
    assert.equal(siteOf('http://localhost:8787/', 'localhost:8787'), 'direct')
    assert.equal(siteOf('http://localhost:3000/', 'localhost:8787'), null)
  })

  it('has an index of its own that never changes, because counts are stored under it', () => {
    assert.equal(new Set(SITES).size, SITES.length)
    const places = { direct: 0, 'vrchat.com': 1, 'google.com': 4, 'booth.pm': 30, 'perplexity.ai': 48 }
    for (const [site, place] of Object.entries(places)) assert.equal(SITES[place], site)
  })
})
