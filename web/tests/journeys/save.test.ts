import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { hasChromium } from '../../../server/tests/support/chromium.ts'
import { skipSuiteWithout } from '../../../server/tests/support/engines.ts'
import { until } from '../../../server/tests/support/until.ts'
import { accessibilityProblems } from '../support/axe.ts'
import { intercept } from '../support/intercept.ts'
import { DESKTOP, PHONE, signIn, startSite } from '../support/site.ts'
import { MAIN_JOURNEYS, siteTexts } from '../support/texts.ts'

const card = (page: Page, index = 0) => page.locator('ol[aria-label] article').nth(index)

/** The marks that are stored on the server. */
const marks = (page: Page) =>
  page.evaluate(`fetch('/api/account/marks').then(answer => answer.json())`) as Promise<{
    saved: string[]
    liked: string[]
  }>

const isPressed = (page: Page, name: RegExp) =>
  page.getByRole('button', { name, pressed: true }).first().waitFor()

/** Clicks what a selector finds first, and again after a pause. */
const clickTwice = (page: Page, selector: string, pauseMs: number) =>
  page.evaluate(`(async () => {
    for (const [index, timeStamp] of [1e6, 1e6 + ${pauseMs}].entries()) {
      const event = new MouseEvent('click', { detail: index + 1, bubbles: true, cancelable: true })
      Object.defineProperty(event, 'timeStamp', { value: timeStamp })
      document.querySelector('${selector}').dispatchEvent(event)
      await new Promise(painted => requestAnimationFrame(() => setTimeout(painted)))
    }
  })()`)

describe('saving and liking', () => {
  if (!hasChromium) return skipSuiteWithout('chromium')
  const open = startSite()

  for (const screen of [PHONE, DESKTOP]) {
    it(`is done after the sign-in of a visitor who was not signed in: ${screen.viewport.width}`, async t => {
      const { page, origin } = await open(t, screen)
      await page.goto(`${origin}/?q=cat`)
      const save = card(page).getByRole('button', { name: /^Save/ })
      if (screen.hasTouch) await save.tap()
      else {
        await card(page).hover()
        await save.click()
      }
      await page.getByRole('link', { name: 'Momo' }).click()
      await page.waitForURL(`${origin}/?q=cat`)
      await page
        .getByRole('status')
        .getByText(/^Saved/)
        .waitFor()
      await isPressed(page, /^Save /)
      await until('it is stored', async () => (await marks(page)).saved.length === 1)
      await page.getByRole('button', { name: 'Undo' }).click()
      await until('it is removed', async () => (await marks(page)).saved.length === 0)
    })
  }

  it('is seen by other tabs, in which the shortcut then does the opposite', async t => {
    const site = await open(t)
    const { page, origin } = site
    await signIn(site, '/saved', 'Newcomer')
    const other = await page.context().newPage()
    await other.goto(`${origin}/?q=dragon`)
    await card(other).waitFor()
    // Once a tab has a worker, it also listens for marks of other tabs.
    for (const tab of [page, other]) await tab.evaluate('navigator.serviceWorker.ready.then(() => null)')
    const asked: string[] = []
    other.on('request', request => asked.push(new URL(request.url()).pathname))
    const name = await card(other).locator('h3 a').innerText()
    await card(other).locator('h3 a').press('s')
    const saved = page.getByRole('heading', { level: 3, name })
    await saved.waitFor()
    await saved.getByRole('link').press('s')
    await card(other)
      .getByRole('button', { name: `Save ${name}`, pressed: false })
      .waitFor()
    assert.ok(!asked.includes('/api/account/marks'), 'marks read again lack those that are being written')
    assert.deepEqual((await marks(other)).saved, [])
  })

  for (const { where, options, locale } of MAIN_JOURNEYS) {
    it(`puts a found avatar into a group, in which it is found again, ${where}`, async t => {
      const avatar = await siteTexts('features/avatar', locale)
      const saved = await siteTexts('features/saved', locale)
      const shell = await siteTexts('app', locale)
      const ui = await siteTexts('ui', locale)
      const site = await open(t, options)
      const { page, origin } = site
      await page.goto(origin)
      await page.getByRole('search').getByRole('combobox').fill('dragon')
      await page.keyboard.press('Enter')
      await page.waitForURL(`${origin}/?q=dragon`)
      await page.locator('ol[aria-busy="false"]').waitFor()
      const name = await card(page).locator('h3 a').innerText()
      await card(page).locator('h3 a').click()
      const heading = page.getByRole('heading', { level: 1, name, exact: true })
      await heading.waitFor()
      const place = page.getByRole('link', { name: avatar('back') })
      const placeBefore = await place.innerText()
      await page.getByRole('button', { name: avatar('save'), exact: true }).click()
      await page.getByRole('link', { name: 'Newcomer' }).click()
      const isSaved = page.getByRole('button', { name: avatar('saved'), exact: true, pressed: true })
      await isSaved.waitFor()
      await page.getByRole('button', { name: ui('newGroup') }).click()
      await page.getByRole('textbox', { name: ui('groupName') }).fill(`Found ${where}`)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: `Found ${where}`, pressed: true }).waitFor()
      assert.equal(await place.innerText(), placeBefore, 'its place in the results is known')
      assert.deepEqual(await accessibilityProblems(page), [])
      await until('it is stored', async () => (await marks(page)).saved.length === 1)
      await page
        .getByRole('navigation', { name: shell('pages') })
        .getByRole('link', { name: shell('saved') })
        .click()
      await page.getByRole('heading', { level: 1, name: saved('heading') }).waitFor()
      await page.getByRole('link', { name: new RegExp(`^Found ${where}`) }).click()
      await page.waitForURL(/\?group=/)
      const again = page.getByRole('main').getByRole('link', { name, exact: true })
      await again.waitFor()
      assert.deepEqual(await accessibilityProblems(page), [])
      await again.click()
      await heading.waitFor()
      await page.goBack()
      await again.waitFor()
      await page.goForward()
      await isSaved.click()
      await until('it is removed', async () => (await marks(page)).saved.length === 0)
      await page.getByRole('button', { name: ui('undo') }).click()
      await until('it is stored again', async () => (await marks(page)).saved.length === 1)
      await isSaved.click()
      await until('it is removed again', async () => (await marks(page)).saved.length === 0)
      assert.deepEqual(site.browserErrors, [])
    })
  }

  it('puts what was saved into a new group, by keys alone', async t => {
    const site = await open(t)
    const { page, origin } = site
    await signIn(site, '/?q=cat')
    await card(page, 1).locator('h3 a').focus()
    await page.keyboard.press('s')
    await page.getByRole('button', { name: 'New group' }).waitFor()
    await page.keyboard.press('m')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Cats')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Cats', pressed: true }).waitFor()
    await until('the focus is where the form was', () =>
      page.getByRole('button', { name: 'New group' }).evaluate(button => button.matches(':focus')),
    )
    await page.keyboard.press('Escape')
    assert.equal(await card(page, 1).locator('h3 a:focus').count(), 1, 'the focus returns to the card')
    const { avatars, groups } = (await page.evaluate(
      `fetch('/api/favorites').then(answer => answer.json())`,
    )) as { avatars: { groupId: string }[]; groups: { id: string; name: string }[] }
    assert.equal(groups[0]!.name, 'Cats')
    assert.equal(avatars[0]!.groupId, groups[0]!.id)
    await page.goto(`${origin}/?q=cat&sort=name`)
    await isPressed(page, /^Save /)
  })

  it('keeps the name of a new group that was refused, so that it can be changed', async t => {
    const site = await open(t)
    const { page } = site
    await signIn(site, '/?q=wolf', 'Yuki')
    await card(page).locator('h3 a').press('s')
    const picker = page.getByRole('group', { name: 'Put it into a group' })
    await picker.getByRole('button', { name: 'New group' }).click()
    const field = picker.getByRole('textbox', { name: 'Name of the group' })
    await field.fill('Foxes')
    await field.press('Enter')
    await picker.getByRole('status').getByText('You already have a group of that name').waitFor()
    assert.equal(await field.inputValue(), 'Foxes')
    await field.fill('Foxes of the north')
    await field.press('Enter')
    await picker.getByRole('button', { name: 'Foxes of the north', pressed: true }).waitFor()
    assert.equal(await field.count(), 0)
  })

  it('saves once when the button is double-clicked, and removes once', async t => {
    const site = await open(t)
    const { page } = site
    await signIn(site, '/?q=dragon', 'Newcomer')
    await card(page).hover()
    const save = card(page).getByRole('button', { name: /^Save/ })
    await save.dblclick()
    await until('it is stored', async () => (await marks(page)).saved.length === 1)
    await isPressed(page, /^Save /)
    await save.dblclick()
    await until('it is removed', async () => (await marks(page)).saved.length === 0)
    assert.equal(await save.getAttribute('aria-pressed'), 'false')
  })

  it('saves and removes when the button is pressed twice without haste', async t => {
    const site = await open(t)
    const { page } = site
    await signIn(site, '/?q=dragon', 'Newcomer')
    const save = card(page).getByRole('button', { name: /^Save/ })
    await save.waitFor()
    await clickTwice(page, 'ol[aria-label] article > button', 400)
    await page
      .getByRole('status')
      .getByText(/^Removed/)
      .waitFor()
    await until('it is removed', async () => (await marks(page)).saved.length === 0)
    assert.equal(await save.getAttribute('aria-pressed'), 'false')
  })

  it('adds one tag when a tag is double-clicked', async t => {
    const { page, origin } = await open(t)
    await page.goto(`${origin}/?q=cat`)
    const tags = page.getByRole('toolbar', { name: 'Tags' }).getByRole('button')
    await tags.nth(1).waitFor()
    await clickTwice(page, '[role=toolbar] button:nth-child(3)', 100)
    await page.waitForURL(/tag=/)
    await page.getByRole('button', { name: /^Remove/ }).waitFor()
    assert.equal(new URL(page.url()).searchParams.get('tag')?.includes(','), false)
  })

  it('removes and undoes by a key', async t => {
    const site = await open(t)
    const { page } = site
    await signIn(site, '/?q=fox')
    const savedCount = async () => (await marks(page)).saved.length
    const before = await savedCount()
    await card(page).locator('h3 a').focus()
    const note = page.getByRole('status')
    const statuses = await note.elementHandles()
    await page.keyboard.press('s')
    await note.getByText(/^Saved/).waitFor()
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    assert.equal(await note.getByRole('button').count(), 0, 'a reader tells the sentence alone')
    const told = await Promise.all(statuses.map(status => status.textContent()))
    assert.match(told.join(''), /^Saved/, 'it comes into a status that was there before')
    await until('it is stored', async () => (await savedCount()) === before + 1)
    await page.keyboard.press('s')
    await page.getByText(/^Removed/).waitFor()
    await until('it is removed', async () => (await savedCount()) === before)
    await page.keyboard.press('z')
    await until('it is stored again', async () => (await savedCount()) === before + 1)
  })

  it('undoes a like by a key and by its button, and leaves what was saved before it', async t => {
    const site = await open(t)
    const { page } = site
    await signIn(site, '/?q=robot', 'Newcomer')
    const link = card(page).locator('h3 a')
    const id = (await link.getAttribute('href'))!.replace('/avatar/', '')
    const isMarked = async () => {
      const { saved, liked } = await marks(page)
      return `saved ${saved.includes(id)}, liked ${liked.includes(id)}`
    }
    await link.focus()
    await page.keyboard.press('s')
    await until('it is saved', async () => (await isMarked()) === 'saved true, liked false')
    await page.keyboard.press('l')
    await page.getByRole('status').getByText('Liked').waitFor()
    await until('it is liked', async () => (await isMarked()) === 'saved true, liked true')
    await page.keyboard.press('z')
    await page.getByRole('status').getByText('Removed your like').waitFor()
    await until('it is liked no longer', async () => (await isMarked()) === 'saved true, liked false')
    const told = (await page.getByRole('status').getByText('Removed your like').elementHandle())!
    await page.getByRole('button', { name: 'Undo' }).click()
    await until('it is liked again', async () => (await isMarked()) === 'saved true, liked true')
    await page.getByRole('status').getByText('Liked').waitFor()
    assert.equal(await told.evaluate(sentence => sentence.isConnected), false, 'a reader tells what is added')
    assert.deepEqual(site.browserErrors, [])
  })

  it('likes on the page of an avatar, and sends quick presses as one', async t => {
    const site = await open(t, PHONE)
    const { page } = site
    await signIn(site, '/?q=cat&sort=popular')
    await card(page).locator('h3 a').tap()
    const like = page.getByRole('button', { name: /^Like/ })
    const likesOf = async () => Number((await like.innerText()).replace(/\D/g, ''))
    await like.waitFor()
    const before = await likesOf()
    const sent: string[] = []
    page.on('request', request => request.url().includes('/likes/') && sent.push(request.method()))
    await like.evaluate((button: { click(): void }) => {
      for (let press = 0; press < 3; press++) button.click()
    })
    assert.equal(await likesOf(), before + 1)
    await until('it is stored', async () => (await marks(page)).liked.length === 1)
    assert.deepEqual(sent, ['PUT'])
  })

  it('reverts what was not stored, names it, and retries', async t => {
    const site = await open(t)
    const { page } = site
    await signIn(site, '/?q=dragon')
    await intercept(page, '**/api/favorites/avtr_*', route => route.abort(), { times: 1 })
    const link = card(page).locator('h3 a')
    const name = await link.innerText()
    await link.focus()
    await page.keyboard.press('s')
    await page.getByRole('status').getByText(`Not changed: ${name}`).waitFor()
    assert.equal(await card(page).getByRole('button').getAttribute('aria-pressed'), 'false')
    await page.getByRole('button', { name: 'Try again' }).click()
    await isPressed(page, /^Save /)
  })

  it('waits for the marks of the server before a press changes them', async t => {
    const site = await open(t)
    const { page } = site
    await signIn(site, '/?q=wolf')
    const { length } = (await marks(page)).saved
    const link = card(page).locator('h3 a')
    const press = async () => {
      const pressed = Promise.withResolvers<void>()
      await intercept(page, '**/api/account/marks', async route => {
        await pressed.promise
        await route.continue()
      })
      await page.reload()
      await link.focus()
      await page.keyboard.press('s')
      pressed.resolve()
    }
    await press()
    await card(page)
      .getByRole('button', { name: /^Save /, pressed: true })
      .waitFor()
    await until('it is stored', async () => (await marks(page)).saved.length === length + 1)
    await press()
    await page.getByText(/^Removed/).waitFor()
    await until('it is removed', async () => (await marks(page)).saved.length === length)
  })

  it('writes nothing while the browser is offline', async t => {
    const site = await open(t)
    const { page } = site
    await signIn(site, '/?q=cat')
    await card(page).hover()
    await page.context().setOffline(true)
    await page.getByText('You are offline').waitFor()
    assert.equal(await card(page).getByRole('button').isVisible(), false)
  })
})
