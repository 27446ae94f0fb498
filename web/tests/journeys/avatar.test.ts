import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Locator, Page, Request } from 'playwright-core'
import { hasChromium } from '../../../server/tests/support/chromium.ts'
import { skipSuiteWithout } from '../../../server/tests/support/engines.ts'
import { until } from '../../../server/tests/support/until.ts'
import { accessibilityProblems } from '../support/axe.ts'
import { cards } from '../support/cards.ts'
import { PHONE, signIn, startSite } from '../support/site.ts'

const AVATAR = '/avatar/avtr_482bd2b7-5b25-4696-9628-28aa6d608113'

const name = (page: Page) => page.getByRole('heading', { level: 1 })

describe('the page of an avatar', () => {
  if (!hasChromium) return skipSuiteWithout('chromium')
  const open = startSite()

  it('leads to the previous and the next result by keys, and back to the results', async t => {
    const { page, origin } = await open(t)
    await page.goto(`${origin}/?q=cat&sort=popular`)
    await cards(page).nth(2).waitFor()
    const [first, second, third] = await cards(page).allInnerTexts()
    await cards(page).nth(1).click()
    await name(page).getByText(second!, { exact: true }).waitFor()
    await page.getByRole('link', { name: /^Back · 2 of \d+ results for cat$/ }).waitFor()
    await page.evaluate('scrollTo(0, 600)')
    await page.keyboard.press(']')
    await name(page).getByText(third!, { exact: true }).waitFor()
    assert.equal(await page.evaluate('scrollY'), 0)
    await page.keyboard.press('[')
    await name(page).getByText(second!, { exact: true }).waitFor()
    assert.equal(await page.evaluate('scrollY'), 0, 'not where it was left')
    await page.keyboard.press('[')
    await name(page).getByText(first!, { exact: true }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Previous avatar' }).isDisabled(), true)
    await page.goBack()
    await page.waitForURL(`${origin}/?q=cat&sort=popular`)
    await cards(page).first().waitFor()
  })

  it('accepts its keyboard shortcuts while one of its tags has the focus', async t => {
    const site = await open(t)
    const { page } = site
    await signIn(site, '/?q=cat')
    await cards(page).first().click()
    await page.getByRole('list', { name: 'Tags' }).getByRole('link').first().focus()
    await page.keyboard.press('s')
    await page.getByRole('status').getByText('Saved').waitFor()
  })

  it('shows from which countries and sites, at which hours and on which devices it is viewed', async t => {
    const { page, origin } = await open(t)
    await page.goto(`${origin}/?sort=popular`)
    await cards(page).first().click()
    const partOf = (title: string) =>
      page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) }).last()
    await partOf('Countries').getByText('Japan').waitFor()
    await partOf('Hours')
      .getByText(/^Most at \d+:00–\d+:00 UTC$/)
      .waitFor()
    await partOf('Devices').getByText('Desktop').waitFor()
    const hours = await partOf('Hours').getByRole('listitem').allInnerTexts()
    assert.equal(hours.length, 24)
    assert.match(hours[0]!, /^0:00–1:00 UTC: \d+$/)
    assert.match(hours[23]!, /^23:00–24:00 UTC: \d+$/)
    const sites = await partOf('Came from').getByRole('listitem').allInnerTexts()
    assert.equal(
      sites.findIndex(text => text.startsWith('Other')),
      sites.length - 1,
    )
  })

  it('shows a sensitive picture only when asked', async t => {
    const { page, origin } = await open(t)
    await page.goto(`${origin}/?tag=content_adult`)
    await cards(page).first().click()
    const picture = page.locator('main article img').first()
    await picture.waitFor()
    assert.notEqual(await picture.getAttribute('data-blurred'), null)
    await page.getByRole('button', { name: 'Show the picture' }).click()
    assert.equal(await picture.getAttribute('data-blurred'), null)
  })

  it('names tags that warn of content as its picture does', async t => {
    const { page, origin } = await open(t)
    await page.goto(`${origin}/?tag=content_adult`)
    await page.getByRole('button', { name: 'for adults' }).waitFor()
    await cards(page).first().click()
    await page.getByRole('list', { name: 'Tags' }).getByRole('link', { name: 'for adults' }).waitFor()
    assert.equal(await page.getByText('content adult').count(), 0)
  })

  it('has its most used buttons on one line of a phone, and the others on the next, saved or not', async t => {
    const site = await open(t, PHONE)
    const { page } = site
    await signIn(site, AVATAR)
    const topOf = async (button: Locator) => (await button.boundingBox())!.y
    const lines = async (save: 'Save' | 'Saved') =>
      await Promise.all([
        topOf(page.getByRole('link', { name: 'Open in VRChat' })),
        topOf(page.getByRole('main').getByRole('button', { name: save, exact: true }).first()),
        topOf(page.getByRole('button', { name: /^Like/ })),
        topOf(page.getByRole('button', { name: 'Copy id' })),
        topOf(page.getByRole('button', { name: /^More/ })),
      ])
    const before = await lines('Save')
    const [first, second] = [...new Set(before)]
    assert.deepEqual(before, [first, first, second, second, second])
    await page.keyboard.press('s')
    await page.getByRole('status').getByText('Saved').waitFor()
    assert.deepEqual(await lines('Saved'), before)
  })

  it('offers to submit an avatar that is not listed', async t => {
    const { page, origin } = await open(t)
    const id = 'avtr_00000000-0000-4000-8000-000000000000'
    await page.goto(`${origin}/avatar/${id}`)
    await page.getByRole('link', { name: 'Submit it to be added' }).click()
    await page.getByText('Found 1 id').waitFor()
    assert.equal(await page.getByLabel('Paste ids').inputValue(), id)
    await page.goto(`${origin}/avatar/none`)
    await page.getByRole('heading', { name: 'Newest avatars' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Submit it to be added' }).count(), 0)
  })

  it('has a picture as wide as the page where the facts are below it', async t => {
    const { page, origin } = await open(t)
    await page.setViewportSize({ width: 820, height: 1100 })
    await page.goto(`${origin}/?q=cat`)
    await cards(page).first().click()
    const picture = (await page.locator('article img').first().boundingBox())!
    const below = (await page.locator('article dl').first().boundingBox())!
    assert.deepEqual([picture.x, picture.width], [below.x, below.width])
  })

  it('sends a report to the operator', async t => {
    const { page, origin } = await open(t)
    await page.goto(`${origin}/?q=cat`)
    await cards(page).first().click()
    const more = page.getByRole('button', { name: 'More: share, report' })
    await more.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: /^Report/ })
    await dialog.getByRole('radio', { name: 'It is a stolen avatar' }).check()
    await dialog.getByRole('textbox').fill('It was made by somebody else.')
    assert.deepEqual(await accessibilityProblems(page), [])
    const sent = page.waitForRequest('**/report')
    await dialog.getByRole('button', { name: 'Send report' }).click()
    assert.deepEqual((await sent).postDataJSON(), {
      reason: 'stolen',
      text: 'It was made by somebody else.',
    })
    await page.getByText('Thank you.').waitFor()
    assert.equal(await more.evaluate(button => button.matches(':focus')), true)
  })

  it('shares its address by touch', async t => {
    const { page, origin } = await open(t, PHONE)
    await page.addInitScript('navigator.share = async shared => void (window.shared = shared)')
    await page.goto(`${origin}/?q=cat`)
    await cards(page).first().tap()
    const title = await name(page).innerText()
    const more = page.getByRole('button', { name: 'More: share, report' })
    const below = (await page.locator('main ~ nav').boundingBox())!
    const button = (await more.boundingBox())!
    await page.evaluate(`scrollBy(0, ${button.y + button.height - below.y})`)
    await more.tap()
    const share = page.getByRole('button', { name: 'Share', exact: true })
    const { x, y, width, height } = (await share.boundingBox())!
    assert.ok(x >= 0 && x + width <= PHONE.viewport.width, 'all of it is in sight')
    assert.ok(y + height <= below.y, 'it is above the links to pages')
    assert.deepEqual(await accessibilityProblems(page), [])
    await share.tap()
    await share.waitFor({ state: 'hidden' })
    assert.deepEqual(await page.evaluate('shared'), { title, url: page.url() })
  })

  it('has controls whose accessible names contain their visible text, in each language', async t => {
    for (const locale of ['en-US', 'ja-JP', 'ko-KR', 'zh-CN']) {
      const { page, origin } = await open(t, { ...PHONE, locale })
      await page.goto(`${origin}/avatar/avtr_482bd2b7-5b25-4696-9628-28aa6d608113`)
      await page.locator('article button[aria-pressed] .num').waitFor()
      assert.deepEqual(await accessibilityProblems(page), [], locale)
    }
  })

  it('requests what it shows before related avatars', async t => {
    const { page, origin } = await open(t)
    await page.goto(`${origin}/?q=cat`)
    const path = (await cards(page).first().getAttribute('href'))!
    const own = `/api${path.replace('avatar', 'avatars')}`
    const asked: string[] = []
    page.on('request', request => asked.push(new URL(request.url()).pathname))
    await cards(page).first().click()
    await page.getByRole('heading', { name: 'More like it' }).waitFor()
    assert.ok(asked.includes(own) && asked.indexOf(own) < asked.indexOf(`${own}/similar`), asked.join(' '))
  })

  it('follows its counters by one stream for all tabs, and is replaced when it is blocked', async t => {
    const { page, origin } = await open(t)
    const streams: string[] = []
    const ends: string[] = []
    const note = (list: string[]) => (request: Request) => {
      if (request.url().includes('/avatars/events')) list.push(request.url())
    }
    page.context().on('request', note(streams))
    page.context().on('requestfailed', note(ends))
    await page.goto(`${origin}/?q=dragon&sort=popular`)
    const link = cards(page).first()
    const blocked = await link.innerText()
    const id = (await link.getAttribute('href'))!.split('/').at(-1)!
    await until('the page follows the stream', () => streams.length > 0)
    const other = await page.context().newPage()
    await other.goto(`${origin}/avatar/${id}`)
    const waiting = 'navigator.locks.query().then(({ pending }) => pending.length)'
    await until('the other tab listens', async () => (await other.evaluate(waiting)) === 1)
    const admin = await open(t)
    await signIn(admin, '/', 'Admin')
    const like = await other.getByRole('button', { name: /^Like/ }).innerText()
    await admin.page.evaluate(`fetch('/api/likes/${id}', { method: 'PUT' })`)
    await until(
      'the likes moved',
      async () => (await other.getByRole('button', { name: /^Like/ }).innerText()) !== like,
    )
    const body = JSON.stringify({ reason: 'stolen' })
    const headers = JSON.stringify({ 'Content-Type': 'application/json' })
    const status = await admin.page.evaluate(
      `fetch('/api/admin/blocks/${id}', { method: 'PUT', headers: ${headers}, body: '${body}' }).then(({ status }) => status)`,
    )
    assert.equal(status, 200)
    await other.getByRole('heading', { name: 'This avatar is not listed' }).waitFor()
    await other.getByRole('heading', { name: 'Newest avatars' }).waitFor()
    await page.getByText('A moderator took this avatar out of the lists just now.').waitFor()
    assert.equal(await page.getByRole('link', { name: blocked, exact: true }).count(), 0)
    assert.ok(new URL(streams[0]!).searchParams.get('ids')!.includes(id), 'of the avatars that are shown')
    await until('one stream is open', () => streams.length - ends.length === 1)
  })
})
