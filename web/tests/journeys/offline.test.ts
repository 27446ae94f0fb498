import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { hasChromium } from '../../../server/tests/support/chromium.ts'
import { skipSuiteWithout } from '../../../server/tests/support/engines.ts'
import { until } from '../../../server/tests/support/until.ts'
import { cards } from '../support/cards.ts'
import { FaultyProxy } from '../support/faulty-proxy.ts'
import { SAVES_DATA, signIn, startSite } from '../support/site.ts'

const AVATAR = '/avatar/avtr_482bd2b7-5b25-4696-9628-28aa6d608113'

/** Pages that show answers, by who may see them; CREATOR stands for a creator's id. */
const PAGES = {
  Admin: [
    '/',
    AVATAR,
    '/?q=wolf',
    '/creator/CREATOR',
    '/insights',
    '/docs/worlds',
    '/saved',
    '/saved?view=likes',
    '/account/sessions',
    '/account/keys',
    '/account/apps',
    '/account/connected',
    '/dashboard',
    '/admin/reports',
    '/admin/blocks',
    '/admin/opt-outs',
    '/admin/audit',
    '/admin/placements',
    '/admin/staff',
    '/admin/applications',
    '/admin/health',
  ],
  creator: ['/studio'],
} as const

/** Pages that need no answer. */
const STILL = ['/submit', '/account', '/account/data', '/nowhere']

describe('every page without a connection', () => {
  if (!hasChromium) return skipSuiteWithout('chromium')
  const proxy = new FaultyProxy()
  const open = startSite({}, proxy)
  afterEach(() => {
    proxy.faultOf = () => null
  })

  for (const [person, paths] of Object.entries(PAGES))
    it(`says that it waits, and loads once online: pages of ${person}`, async t => {
      const site = await open(t)
      const { page, api, settle } = site
      const { avatars } = (await (await fetch(`${api}/avatars/search?q=dragon&limit=1`)).json()) as {
        avatars: { authorId: string }[]
      }
      const visited = paths.map(path => path.replace('CREATOR', avatars[0]!.authorId))
      await signIn(site, '/?q=cat', person as keyof typeof PAGES)
      await cards(page).first().waitFor()
      const go = (path: string) => page.evaluate(`history.pushState(null, '', '${path}')`)
      const waits = page.locator('main').getByText('once you are online')
      const isBusy = page.locator('main :not(figure)[aria-busy="true"]')
      // The browser gets the script of each page, but no answer.
      proxy.faultOf = path => (path.startsWith('/api/') ? { status: 400, code: 'invalid_parameter' } : null)
      for (const path of [...visited, ...STILL]) {
        await go(path)
        await settle()
      }
      proxy.faultOf = () => null
      for (const path of [...visited, ...STILL]) {
        await page.context().setOffline(true)
        await go(path)
        await page.locator('main h1').waitFor()
        assert.equal(await page.locator('main h1').count(), 1, path)
        if (!STILL.includes(path)) await waits.first().waitFor()
        assert.equal(await isBusy.count(), 0, path)
        await page.context().setOffline(false)
        await until(
          `${path} has its answers`,
          async () => (await waits.count()) + (await isBusy.count()) === 0,
        )
        assert.equal(await page.locator('main h1').count(), 1, path)
        assert.equal(await page.getByText('This did not load').count(), 0, path)
      }
    })

  it('says that it waits, and loads once online, when the script of the page was never loaded', async t => {
    const { page, origin, settle } = await open(t)
    await page.addInitScript(SAVES_DATA)
    await page.goto(`${origin}/?q=cat`)
    await cards(page).first().waitFor()
    await settle()
    const waits = page.getByRole('heading', { level: 1, name: 'Will load once you are online' })
    for (const go of [
      () => cards(page).first().click(),
      ...[
        '/insights',
        '/saved',
        '/submit',
        '/account',
        '/studio',
        '/docs/worlds',
        '/dashboard',
        '/nowhere',
      ].map(path => () => page.evaluate(`history.pushState(null, '', '${path}')`)),
    ]) {
      await page.context().setOffline(true)
      await go()
      await waits.waitFor()
      assert.equal(await page.getByText('This did not load').count(), 0)
      assert.equal(await page.title(), 'Avatary')
      await page.context().setOffline(false)
      await waits.waitFor({ state: 'detached' })
      await page.locator('main h1').waitFor()
      assert.equal(await page.getByText('This did not load').count(), 0)
      await until('it has its name', async () => (await page.title()) !== 'Avatary')
    }
  })

  it('says that the next page of a list waits, in place of the previous one', async t => {
    const site = await open(t)
    const { page } = site
    const waits = page.locator('main').getByText('Will load once you are online')
    await signIn(site, '/studio', 'creator')
    await page.getByRole('row').nth(2).waitFor()
    await page.context().setOffline(true)
    await page.getByRole('combobox', { name: 'Order' }).selectOption('newest')
    await waits.first().waitFor()
    assert.equal(await page.getByRole('combobox', { name: 'Order' }).count(), 1)
    await page.context().setOffline(false)
    await page.getByRole('row').nth(2).waitFor()
    await page.goto(`${site.origin}/insights`)
    await page.getByRole('row').nth(2).waitFor()
    await page.context().setOffline(true)
    await page.getByRole('radio', { name: '7 days' }).check()
    await until('both parts wait', async () => (await waits.count()) === 2)
    await page.context().setOffline(false)
    await page.getByRole('row').nth(2).waitFor()
    assert.equal(await waits.count(), 0)
  })

  it('disables every control that writes, says why, and keeps what was typed', async t => {
    const site = await open(t)
    const { page, origin } = site
    await signIn(site, AVATAR, 'creator')
    const disabled = page.locator('main [aria-disabled=true]')
    const button = (name: string) => page.locator('main').getByRole('button', { name, exact: true })
    const textarea = page.locator('textarea')
    for (const [path, write] of [
      [AVATAR, button('Save')],
      ['/submit', button('Submit 1')],
      ['/account', page.getByRole('switch', { name: 'Small cards' })],
      ['/account/sessions', button('Sign out everywhere')],
      ['/account/keys', button('Make a key')],
      ['/studio', page.getByRole('switch', { name: /^List / }).first()],
    ] as const) {
      await page.goto(origin + path)
      if (path === '/submit') await textarea.fill('avtr_00000000-0000-4000-8000-000000000000')
      await write.waitFor()
      await site.settle()
      const before = await disabled.count()
      const asked: string[] = []
      page.on('request', request => request.method() !== 'GET' && asked.push(request.url()))
      await page.context().setOffline(true)
      await until(`${path} is disabled`, async () => (await disabled.count()) > before)
      assert.ok(await write.isDisabled(), path)
      await write.click({ force: true })
      await site.settle()
      assert.deepEqual(asked, [], path)
      await page.context().setOffline(false)
      await until(`${path} acts again`, async () => (await disabled.count()) <= before)
      if (path === '/submit') assert.match(await textarea.inputValue(), /^avtr_/)
    }
  })

  it('disables these controls before the background script has loaded', async t => {
    const site = await open(t)
    const { page } = site
    proxy.faultOf = path => (path.includes('/background-') ? 'lost' : null)
    await signIn(site, AVATAR)
    const save = page.locator('main').getByRole('button', { name: 'Save', exact: true })
    await save.waitFor()
    await site.settle()
    await page.context().setOffline(true)
    await until('it is disabled', () => save.isDisabled())
    await save.click({ force: true })
    await site.settle()
    assert.equal(await page.getByRole('button', { name: 'Undo' }).count(), 0, 'it was tried')
  })

  it('says that the browser is offline when a keyboard shortcut would write', async t => {
    const site = await open(t)
    const { page } = site
    await signIn(site, AVATAR)
    await page.locator('main').getByRole('button', { name: /^Like/ }).waitFor()
    await site.settle()
    await page.context().setOffline(true)
    await page.keyboard.press('l')
    await page.getByRole('status').getByText('You are offline.', { exact: false }).nth(1).waitFor()
    assert.equal(await page.getByText('The server does not answer').count(), 0)
  })

  it('is cached some seconds after the load, because a starting worker would delay the frames of a scroll', async t => {
    const { page, origin } = await open(t)
    await page.addInitScript(`
      const container = navigator.serviceWorker
      const register = container.register.bind(container)
      container.register = (...input) => {
        window.registeredAt = performance.now()
        return register(...input)
      }`)
    await page.goto(`${origin}/?q=cat`)
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
    const afterLoad = await page.evaluate<number>(
      `registeredAt - performance.getEntriesByType('navigation')[0].loadEventEnd`,
    )
    assert.ok(afterLoad >= 2900, `registered ${afterLoad} ms after the load`)
  })

  it('opens as the offline page, and as itself once there is a connection', async t => {
    const { page, origin } = await open(t)
    await page.goto(`${origin}/?q=cat`)
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
    await page.context().setOffline(true)
    proxy.faultOf = () => 'lost'
    await page.goto(`${origin}/insights`)
    await page.getByRole('heading', { level: 1, name: 'No connection' }).waitFor()
    proxy.faultOf = () => null
    await page.context().setOffline(false)
    await page.getByRole('heading', { name: 'Most viewed' }).waitFor()
  })

  it('opens as the offline page while the server is away, and as itself once it is ready', async t => {
    const { page, origin } = await open(t)
    await page.clock.install()
    await page.goto(`${origin}/?q=cat`)
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
    let asked = 0
    proxy.faultOf = path => {
      if (path === '/api/ready') asked++
      return 'lost'
    }
    await page.goto(`${origin}/insights`)
    const noConnection = page.getByRole('heading', { level: 1, name: 'No connection' })
    await noConnection.waitFor()
    await until('it asked', async () => {
      await page.clock.runFor(6000)
      return asked > 0
    })
    await noConnection.waitFor()
    proxy.faultOf = () => null
    await page.clock.runFor(60_000)
    await page.getByRole('heading', { name: 'Most viewed' }).waitFor()
    const paths: string[] = []
    proxy.faultOf = path => {
      paths.push(path)
      return null
    }
    await page.goto(`${origin}/offline`)
    for (let minute = 0; minute < 3; minute++) {
      await page.clock.runFor(60_000)
      await page.evaluate(`fetch('/api/stats').then(() => undefined)`)
    }
    assert.ok(!paths.includes('/api/ready'), 'by its own address it waits for nothing')
  })
})
