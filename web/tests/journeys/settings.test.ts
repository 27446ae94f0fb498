import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hasChromium } from '../../../server/tests/support/chromium.ts'
import { whereMissing } from '../../../server/tests/support/engines.ts'
import { type SitePage, signIn, startSite } from '../support/site.ts'

/** Sets settings of the person by the interface, as their account does. */
async function set({ page }: SitePage, settings: object): Promise<void> {
  const status = await page.evaluate(
    `fetch('/api/account/settings', { method: 'PUT', headers: { 'Content-Type': 'application/json' },
      body: ${JSON.stringify(JSON.stringify(settings))} }).then(answer => answer.status)`,
  )
  assert.equal(status, 200)
}

describe('the settings of a person', () => {
  if (!hasChromium) return whereMissing('chromium')
  const open = startSite()

  it('hold where the address is silent, from the first answer on, and no longer when it speaks', async t => {
    const site = await open(t)
    const { page, origin, api, complaints } = site
    await signIn(site)
    // The simulated community site has no icon.
    complaints.length = 0
    await set(site, { defaultPlatform: 'quest', defaultSort: 'popular' })
    const asked: string[] = []
    page.on('request', request => request.url().includes('/avatars/search?') && asked.push(request.url()))
    await page.goto(origin)
    const cards = page.locator('ol[aria-label] li[aria-posinset] h3 a')
    await cards.first().waitFor()
    const answer = await fetch(`${api}/avatars/search?platform=quest&sort=popular&limit=4`)
    const { avatars } = (await answer.json()) as { avatars: { name: string }[] }
    const names = avatars.map(({ name }) => name)
    assert.deepEqual((await cards.allTextContents()).slice(0, 4), names)
    assert.deepEqual(
      asked.filter(url => url.includes('offset=0')),
      [],
    )
    assert.ok(await page.getByRole('radio', { name: 'Quest' }).isChecked())
    assert.equal(await page.getByRole('combobox', { name: 'Order' }).inputValue(), 'popular')
    await page.getByRole('radio', { name: 'All', exact: true }).check()
    await page.waitForURL(`${origin}/?platform=all`)
    await page.getByRole('heading', { name: 'Most viewed this week' }).waitFor()
    await page.goto(`${origin}/?platform=pc&sort=name`)
    await cards.first().waitFor()
    assert.ok(await page.getByRole('radio', { name: 'PC' }).isChecked())
    assert.equal(await page.getByRole('combobox', { name: 'Order' }).inputValue(), 'name')
    assert.deepEqual(complaints, [])
  })

  it('make cards small, stop motion, leave derived tags out and open links in the tab', async t => {
    const site = await open(t)
    const { page, origin } = site
    await signIn(site)
    const id = 'avtr_482bd2b7-5b25-4696-9628-28aa6d608113'
    const columns = async () => {
      await page.locator('ol[aria-label] li[aria-posinset] h3 a').first().waitFor()
      return Number(
        await page.evaluate(
          `new Set([...document.querySelectorAll('li[aria-posinset]')].map(item => item.getBoundingClientRect().left)).size`,
        ),
      )
    }
    // All tags of this avatar are derived.
    const tags = page.getByRole('list', { name: 'Tags' })
    await page.goto(origin)
    const usual = await columns()
    await page.goto(`${origin}/avatar/${id}`)
    await tags.waitFor()
    const link = page.getByRole('link', { name: 'Open in VRChat' })
    assert.equal(await link.getAttribute('target'), '_blank')
    await set(site, { compactGrid: true, reduceMotion: true, showAiTags: false, openLinksInNewTab: false })
    await page.goto(origin)
    assert.ok((await columns()) > usual)
    assert.equal(await page.locator('ol[aria-label] li p').last().isVisible(), false)
    assert.equal(await page.evaluate('document.documentElement.dataset.motion'), 'reduce')
    await page.goto(`${origin}/avatar/${id}`)
    await link.waitFor()
    assert.equal(await tags.count(), 0)
    assert.equal(await link.getAttribute('target'), null)
  })
})
