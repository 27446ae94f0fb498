import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { hasChromium } from '../../../server/tests/support/chromium.ts'
import { skipSuiteWithout } from '../../../server/tests/support/engines.ts'
import { until } from '../../../server/tests/support/until.ts'
import { cards } from '../support/cards.ts'
import { FaultyProxy } from '../support/faulty-proxy.ts'
import { PHONE, SAVES_DATA, signIn, startSite } from '../support/site.ts'

const isSearch = (path: string) => path.startsWith('/api/avatars/search?')

const isWorkerReady =
  'navigator.serviceWorker.getRegistration().then(it => it?.active?.state === "activated")'

describe('the site while something fails', () => {
  if (!hasChromium) return skipSuiteWithout('chromium')
  const proxy = new FaultyProxy()
  const open = startSite({}, proxy)
  afterEach(() => {
    proxy.faultOf = () => null
  })

  it('shows the offline page in the visitor’s language, and the requested page once there is a connection', async t => {
    const { page, origin } = await open(t, { ...PHONE, locale: 'ja-JP' })
    await page.goto(`${origin}/insights`)
    await until('the worker keeps its files', async () => (await page.evaluate(isWorkerReady)) === true)
    proxy.faultOf = () => 'lost'
    await page.goto(`${origin}/submit`)
    await page.getByRole('heading', { name: '接続できません' }).waitFor()
    assert.equal(page.url(), `${origin}/submit`)
    const isStyled = `getComputedStyle(document.querySelector('main')).borderTopStyle`
    assert.equal(await page.evaluate(isStyled), 'solid')
    proxy.faultOf = () => null
    await page.getByRole('link', { name: '再試行' }).tap()
    await page.getByRole('heading', { name: 'アバターを登録' }).waitFor()
  })

  it('shows cached answers while offline, and loads the others once online', async t => {
    const { page, origin } = await open(t)
    await page.goto(`${origin}/?q=cat`)
    await cards(page).first().waitFor()
    await cards(page).first().click()
    await page.getByRole('heading', { name: 'Numbers' }).waitFor()
    await page.context().setOffline(true)
    await page.getByText('You are offline').waitFor()
    await page.goBack()
    await cards(page).nth(3).waitFor()
    await page.context().setOffline(false)
    await page.keyboard.press('/')
    await page.keyboard.type('dragon')
    await page.getByRole('heading', { name: 'avatars match dragon' }).waitFor()
  })

  it('says that a search waits for the connection, and sends it once online', async t => {
    const { page, origin } = await open(t)
    await page.goto(`${origin}/?q=fox`)
    await page.getByRole('heading', { name: 'avatars match fox' }).waitFor()
    await page.context().setOffline(true)
    await page.keyboard.press('/')
    await page.keyboard.type('dragon')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Will search once you are online' }).waitFor()
    await page.context().setOffline(false)
    await page.getByRole('heading', { name: 'avatars match dragon' }).waitFor()
    await page.goto(origin)
    await page.getByRole('heading', { name: 'All avatars' }).waitFor()
    await page.context().setOffline(true)
    await page.getByRole('radio', { name: 'Quest' }).check()
    await page.getByRole('heading', { level: 1, name: 'Will search once you are online' }).waitFor()
    await page.context().setOffline(false)
    await page.getByRole('heading', { level: 1, name: /^[\d,]+ avatars$/ }).waitFor()
  })

  it('says so in place of the results, with the words of the search, when no results are shown', async t => {
    const { page, origin, settle } = await open(t)
    await page.goto(`${origin}/insights`)
    await page.getByRole('heading', { name: 'Most viewed' }).waitFor()
    await settle()
    await page.context().setOffline(true)
    await page.evaluate(`history.pushState(null, '', '/?q=dragon')`)
    await page.getByRole('heading', { level: 2, name: 'Will search once you are online' }).waitFor()
    assert.equal(await page.locator('h1').innerText(), 'dragon')
    await page.context().setOffline(false)
    await page.getByRole('heading', { name: 'avatars match dragon' }).waitFor()
  })

  it('shows the words of a search that loads after one that failed', async t => {
    const { page, origin } = await open(t)
    const fault = { status: 400, code: 'invalid_parameter' } as const
    proxy.faultOf = path => (isSearch(path) ? fault : null)
    await page.goto(`${origin}/insights`)
    await page.evaluate(`history.pushState(null, '', '/?q=fox')`)
    await page.getByText('This did not load').waitFor()
    const held = Promise.withResolvers<null>()
    proxy.faultOf = path => (isSearch(path) ? held.promise : null)
    await page.evaluate(`history.pushState(null, '', '/?q=wolf')`)
    await page.locator('main [aria-busy="true"]').waitFor()
    assert.equal(await page.locator('h1').innerText(), 'wolf')
    held.resolve(null)
    await page.getByRole('heading', { name: 'avatars match wolf' }).waitFor()
  })

  it('says that the avatars of a creator wait for the connection, and shows them then', async t => {
    const { page, origin, api } = await open(t)
    const { avatars } = (await (await fetch(`${api}/avatars/search?q=fox&limit=1`)).json()) as {
      avatars: { authorId: string }[]
    }
    await page.goto(`${origin}/creator/${avatars[0]!.authorId}`)
    await cards(page).first().waitFor()
    await page.context().setOffline(true)
    await page.getByRole('searchbox', { name: 'Search their avatars' }).fill('fox')
    const count = page.locator('main p[aria-live]')
    await count.filter({ hasText: 'Will search once you are online' }).waitFor()
    await page.context().setOffline(false)
    await count.filter({ hasText: /^\d+ avatars?$/ }).waitFor()
    await cards(page).first().waitFor()
  })

  it('says that saved avatars wait for the connection, and shows them then', async t => {
    const site = await open(t)
    const { page, origin } = site
    await signIn(site, '/saved', 'Yuki')
    await cards(page).first().waitFor()
    await page.goto(`${origin}/?q=cat`)
    await cards(page).first().waitFor()
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Saved', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Saved' }).waitFor()
    await page.getByRole('heading', { level: 2, name: 'Will load once you are online' }).waitFor()
    await page.context().setOffline(false)
    await cards(page).first().waitFor()
  })

  it('keeps the page when a lazy part fails to load, says why, and retries', async t => {
    const { page, origin } = await open(t)
    await page.goto(`${origin}/?q=cat`)
    await cards(page).first().waitFor()
    await page.context().setOffline(true)
    for (const opens of ['Settings', 'Fill the catalog'])
      await page.getByRole('button', { name: opens }).first().click()
    await page.keyboard.press('?')
    await page.getByRole('status').getByText('You are offline.', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Insights' }).click()
    await page.getByRole('heading', { name: 'Will load once you are online' }).waitFor()
    assert.equal(await page.getByText('There is a newer version of this site.').count(), 0)
    proxy.faultOf = path => (path.startsWith('/assets/') ? 'lost' : null)
    await page.context().setOffline(false)
    await page.getByText('This did not load').waitFor()
    proxy.faultOf = () => null
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Most viewed' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'All keyboard shortcuts' }).waitFor()
    const isStyled = `getComputedStyle(document.querySelector('dialog')).borderTopLeftRadius !== '0px'`
    await until('the dialog has its styles', () => page.evaluate<boolean>(isStyled))
  })

  it('shows a page whose script failed to load as soon as there is a connection', async t => {
    const { page, origin, browserErrors } = await open(t)
    await page.addInitScript(SAVES_DATA)
    await page.goto(`${origin}/?q=cat`)
    await cards(page).first().waitFor()
    // Waits for the worker: the browser itself logs an error when the connection is lost while it fetches the worker.
    await page.evaluate('navigator.serviceWorker.ready.then(() => null)')
    for (const [open, heading] of [
      [() => cards(page).first().click(), 'Numbers'],
      [() => page.keyboard.type('gi'), 'Most viewed'],
    ] as const) {
      await page.context().setOffline(true)
      await open()
      await page.getByRole('heading', { level: 1, name: 'Will load once you are online' }).waitFor()
      assert.equal(await page.locator('h1').count(), 1)
      await page.context().setOffline(false)
      await page.getByRole('heading', { name: heading }).waitFor()
    }
    assert.deepEqual(
      browserErrors.filter(text => !text.includes('Failed to load resource')),
      [],
    )
  })

  it('loads what failed while the server was away once it is back, and announces no newer version', async t => {
    const { page, origin } = await open(t)
    await page.goto(`${origin}/?q=a`)
    await cards(page).first().waitFor()
    await page.evaluate('navigator.serviceWorker.ready.then(() => null)')
    await page.evaluate(`onlineEvents = 0; addEventListener('online', () => onlineEvents++)`)
    proxy.faultOf = () => 'lost'
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    await page.getByText('The server does not answer').waitFor()
    const lastCard = page.locator('li[aria-posinset] article').last()
    proxy.faultOf = () => null
    await lastCard.waitFor()
    proxy.faultOf = () => 'lost'
    await page.getByRole('link', { name: 'Insights' }).click()
    await page.getByRole('heading', { level: 1, name: 'This did not load' }).waitFor()
    assert.equal(await page.getByText('There is a newer version of this site.').count(), 0)
    proxy.faultOf = () => null
    await page.getByRole('heading', { name: 'Most viewed' }).waitFor()
    assert.equal(await page.evaluate('onlineEvents'), 0, 'the browser was never offline')
  })

  it('retries after a pause what failed again while the server was ready', async t => {
    const { page, origin } = await open(t)
    await page.clock.install()
    await page.goto(`${origin}/?q=a`)
    await page.evaluate('navigator.serviceWorker.ready.then(() => null)')
    let failures = 0
    proxy.faultOf = path => {
      if (!path.startsWith('/api/insights/avatars')) return null
      failures++
      return 'lost'
    }
    await page.getByRole('link', { name: 'Insights' }).click()
    const passTime = () => page.clock.fastForward(2000)
    const reason = page.getByText('The server does not answer').first()
    await until('it failed, was retried at once, and failed', async () => {
      await passTime()
      return failures >= 6 && (await reason.isVisible())
    })
    proxy.faultOf = () => null
    await until('it is retried after a pause', async () => {
      await passTime()
      return !(await reason.isVisible())
    })
  })

  it('announces a newer version when a background part is gone, and retries it', async t => {
    const { page, origin } = await open(t)
    const asked: string[] = []
    proxy.faultOf = path => {
      if (!path.includes('/background-')) return null
      asked.push(path)
      return 'lost'
    }
    await page.goto(`${origin}/?q=cat`)
    await page.getByText('There is a newer version of this site.').waitFor()
    proxy.faultOf = () => null
    await page.context().setOffline(true)
    await page.getByText('You are offline').waitFor()
    const again = page.waitForResponse(response => response.url().endsWith(asked[0]!))
    await page.context().setOffline(false)
    assert.equal((await again).status(), 200)
  })

  it('has one first-level heading when the answer that a page is about fails', async t => {
    const { page, origin } = await open(t)
    await page.goto(`${origin}/?q=cat`)
    const path = (await cards(page).first().getAttribute('href'))!
    const creator = (await page.evaluate(
      `fetch('/api${path.replace('/avatar/', '/avatars/')}').then(response => response.json()).then(({ authorId }) => authorId)`,
    )) as string
    await page.goto(`${origin}/insights`)
    proxy.faultOf = at => (at.startsWith('/api/creators/') ? { status: 500, code: 'internal' } : null)
    await page.evaluate(`history.pushState(null, '', '/creator/${creator}')`)
    await page.getByRole('heading', { level: 1, name: 'This did not load' }).waitFor()
  })

  it('starts to follow counters later when the connection was lost before', async t => {
    const { page, origin, browserErrors } = await open(t)
    await page.goto(`${origin}/?q=cat`)
    await cards(page).first().waitFor()
    const gone = page.waitForEvent('requestfailed', request => request.url().includes('/stream-'))
    await page.context().setOffline(true)
    await gone
    const followed = page.waitForRequest(request => request.resourceType() === 'eventsource')
    await page.context().setOffline(false)
    await followed
    assert.deepEqual(
      browserErrors.filter(text => text.startsWith('script:')),
      [],
    )
  })

  it('retries an answer that arrived only in part', async t => {
    const { page, origin } = await open(t)
    await page.goto(`${origin}/?q=cat`)
    await page.getByRole('heading', { name: 'avatars match cat' }).waitFor()
    let halves = 1
    proxy.faultOf = path => (isSearch(path) && halves-- > 0 ? 'half' : null)
    await page.getByRole('searchbox').or(page.getByRole('combobox')).first().fill('dragon')
    await page.getByRole('heading', { name: 'avatars match dragon' }).waitFor()
    assert.ok(halves < 1)
  })

  it('says what is unavailable, with the id of the request in the log, and retries on request', async t => {
    const { page, origin } = await open(t)
    let isAway = true
    proxy.faultOf = path =>
      isAway && path.startsWith('/api/insights') ? { status: 503, code: 'unavailable' } : null
    await page.goto(`${origin}/insights`)
    await page.getByText('The database cannot be reached right now.').first().waitFor()
    await page.getByText('Request request-1').first().waitFor()
    isAway = false
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await page.getByRole('heading', { name: 'Most viewed' }).waitFor()
  })

  it('says that the numbers of an avatar did not load, leaves the choice of days, and retries', async t => {
    const { page, origin } = await open(t)
    await page.goto(`${origin}/?q=cat`)
    proxy.faultOf = path => (path.startsWith('/api/insights') ? { status: 500, code: 'internal' } : null)
    await cards(page).first().click()
    const numbers = page.getByRole('region', { name: 'Numbers' })
    await numbers.getByRole('heading', { name: 'This did not load' }).waitFor()
    await numbers.getByRole('radio', { name: '7 days' }).check()
    await numbers.getByRole('heading', { name: 'This did not load' }).waitFor()
    proxy.faultOf = () => null
    await numbers.getByRole('button', { name: 'Try again' }).click()
    await numbers.getByRole('radio', { name: /^Views/ }).waitFor()
  })

  it('leaves out shelves of other avatars that did not load', async t => {
    const { page, origin } = await open(t)
    proxy.faultOf = path =>
      path.startsWith('/api/avatars/trending') ? { status: 500, code: 'internal' } : null
    const refusal = page.waitForResponse(response => response.url().includes('/api/avatars/trending'))
    await page.goto(`${origin}/?q=cat+zzzzzz`)
    assert.equal((await refusal).status(), 500)
    await page.getByRole('heading', { name: 'Most viewed this week' }).waitFor({ state: 'detached' })
  })

  it('says what to do when the texts of errors fail to load, too', async t => {
    const { page, origin } = await open(t)
    proxy.faultOf = path => {
      if (path.startsWith('/assets/errors.en')) return 'lost'
      return path.startsWith('/api/insights') ? { status: 503, code: 'unavailable' } : null
    }
    await page.goto(`${origin}/insights`)
    await page.getByText('Reload the page.').first().waitFor()
    await page.getByText('Request request-1').first().waitFor()
  })

  it('says that submissions cannot be taken while a service is unavailable, and sends them afterwards', async t => {
    const site = await open(t)
    const { page, origin } = site
    await signIn(site, '/submit')
    const id = 'avtr_00000000-0000-4000-8000-000000000000'
    let isAway = true
    proxy.faultOf = path =>
      isAway && path === '/api/avatars/submit' ? { status: 503, code: 'upstream_unavailable' } : null
    await page.getByLabel('Paste ids').fill(id)
    await page.getByRole('button', { name: 'Submit 1' }).click()
    await page.getByText('The server cannot take them right now; 1 avatar to go.').waitFor()
    isAway = false
    await page.getByText('No such avatar').waitFor()
    assert.equal(page.url(), `${origin}/submit`)
  })

  it('counts down after too many requests, on every page, and then retries', async t => {
    const { page, origin } = await open(t, PHONE)
    let refused = 0
    proxy.faultOf = path =>
      path.startsWith('/api/creators/') && refused++ === 0 ? { status: 429, code: 'rate_limited' } : null
    await page.goto(`${origin}/?q=cat`)
    await cards(page).first().click()
    await page.locator('h1 + p a').click()
    await page.getByRole('heading', { name: 'A little too fast' }).waitFor()
    await page.getByText(/in [12] seconds?/).waitFor()
    await page.getByRole('link', { name: 'Feed of new avatars' }).waitFor()
    assert.equal(refused, 2)
  })

  it('asks for a new sign-in when the session has ended, and then does the wanted act', async t => {
    const site = await open(t)
    const { page, origin } = site
    await signIn(site, '/?q=cat')
    await cards(page).first().waitFor()
    await page.evaluate(`fetch('/api/logout', { method: 'POST' })`)
    await cards(page).first().focus()
    await page.keyboard.press('s')
    await page.getByRole('link', { name: 'Momo' }).click()
    await page.waitForURL(`${origin}/?q=cat`)
    await page
      .getByRole('status')
      .getByText(/^Saved/)
      .waitFor()
  })
})
