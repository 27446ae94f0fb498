import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { FakeView } from '../../../tests/support/fake-view.ts'
import { avatarsSitemap, sitemapIndex } from './sitemap.ts'

const SITE = 'https://avatars.example'

async function addressesOf(view: FakeView, file: number): Promise<string[]> {
  const xml = await text(avatarsSitemap(view, SITE, file)!)
  assert.match(xml, /^<\?xml [^>]*>\n<urlset xmlns="[^"]*">\n[\s\S]*<\/urlset>\n$/)
  return Array.from(xml.matchAll(/<loc>([^<]*)<\/loc>/g), ([, address]) => address!)
}

describe('the sitemap', () => {
  it('has as many files of at most 50,000 avatars as are needed', async () => {
    const view = new FakeView(50_001)
    const files = Array.from(sitemapIndex(view, SITE).matchAll(/<loc>([^<]*)</g), ([, address]) => address)
    assert.deepEqual(
      files,
      ['pages', '1', '2'].map(name => `${SITE}/sitemap/${name}.xml`),
    )
    const all = [...(await addressesOf(view, 1)), ...(await addressesOf(view, 2))]
    assert.deepEqual([all.length, new Set(all).size], [50_001, 50_001])
    assert.ok(all.includes(`${SITE}/avatar/avtr_7`))
    for (const file of [0, 3]) assert.equal(avatarsSitemap(view, SITE, file), null)
  })

  it('leaves out what is hidden while it is written', async () => {
    const view = new FakeView(3)
    const written = avatarsSitemap(view, SITE, 1)!
    view.hide(1)
    const xml = await text(written)
    assert.deepEqual([xml.includes('avtr_1<'), xml.includes('avtr_2<')], [false, true])
  })

  it('lets other work go on', async () => {
    let turns = 0
    const timer = setInterval(() => turns++, 0)
    await addressesOf(new FakeView(50_000), 1)
    clearInterval(timer)
    assert.ok(turns > 0)
  })
})
