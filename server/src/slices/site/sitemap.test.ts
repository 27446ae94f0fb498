import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { FakeView } from '../../../tests/support/fake-view.ts'
import type { JsonWriter } from '../../kernel/json-writer.ts'
import { avatarsSitemap, sitemapIndex } from './sitemap.ts'

const SITE = 'https://avatars.example'

/** Odd avatars have the same creator and were changed; even ones have no known creator. */
class DatedView extends FakeView {
  override write(_form: unknown, slot: number, out: JsonWriter): void {
    const isOdd = slot % 2 === 1
    out.json({
      id: this.idOf(slot),
      authorId: isOdd ? 'usr_1' : '',
      addedAt: '2026-01-01T00:00:00.000Z',
      updatedAt: isOdd ? '2026-02-02T00:00:00.000Z' : null,
    })
  }
}

async function addressesOf(view: FakeView, file: number): Promise<string[]> {
  const xml = await text(avatarsSitemap(view, SITE, file)!)
  assert.match(xml, /^<\?xml [^>]*>\n<urlset xmlns="[^"]*">\n[\s\S]*<\/urlset>\n$/)
  return Array.from(xml.matchAll(/<loc>([^<]*)<\/loc>/g), ([, address]) => address!)
}

describe('the sitemap', () => {
  it('has as many files of at most 25,000 avatars as are needed', async () => {
    const view = new DatedView(25_001)
    const files = Array.from(sitemapIndex(view, SITE).matchAll(/<loc>([^<]*)</g), ([, address]) => address)
    assert.deepEqual(
      files,
      ['pages', '1', '2'].map(name => `${SITE}/sitemap/${name}.xml`),
    )
    const all = [...(await addressesOf(view, 1)), ...(await addressesOf(view, 2))]
    const avatars = all.filter(address => address.startsWith(`${SITE}/avatar/`))
    assert.deepEqual([avatars.length, new Set(avatars).size], [25_001, 25_001])
    assert.ok(all.includes(`${SITE}/avatar/avtr_7`))
    for (const file of [0, 3]) assert.equal(avatarsSitemap(view, SITE, file), null)
  })

  it('has the last change of each avatar, and each creator once', async () => {
    const xml = await text(avatarsSitemap(new DatedView(4), SITE, 1)!)
    assert.ok(xml.includes(`<loc>${SITE}/avatar/avtr_1</loc><lastmod>2026-02-02T00:00:00.000Z</lastmod>`))
    assert.ok(xml.includes(`<loc>${SITE}/avatar/avtr_2</loc><lastmod>2026-01-01T00:00:00.000Z</lastmod>`))
    assert.deepEqual(
      Array.from(xml.matchAll(/<loc>([^<]*creator[^<]*)</g), ([, address]) => address),
      [`${SITE}/creator/usr_1`],
    )
  })

  it('omits avatars that are hidden while it is written', async () => {
    const view = new DatedView(3)
    const written = avatarsSitemap(view, SITE, 1)!
    view.hide(1)
    const xml = await text(written)
    assert.deepEqual([xml.includes('avtr_1<'), xml.includes('avtr_2<')], [false, true])
  })

  it('yields to other work', async () => {
    let turns = 0
    const timer = setInterval(() => turns++, 0)
    await addressesOf(new DatedView(25_000), 1)
    clearInterval(timer)
    assert.ok(turns > 0)
  })
})
