import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { html } from '../../../server/src/kernel/html.ts'
import { OAUTH_TEXTS } from '../../../server/src/slices/oauth/texts.ts'
import { hasChromium } from '../../../server/tests/support/chromium.ts'
import { afterwards } from '../../../server/tests/support/cleanup.ts'
import { skipSuiteWithout } from '../../../server/tests/support/engines.ts'
import { assertAccessible } from '../support/axe.ts'
import { intercept } from '../support/intercept.ts'
import { DESKTOP, PHONE, type SitePage, signIn, startSite } from '../support/site.ts'
import { MAIN_JOURNEYS, siteTexts } from '../support/texts.ts'

const CALLBACK = 'http://127.0.0.1/callback'

/** Starts a small application that sends its visitor to sign in, redeems the code, and greets the visitor by name. */
async function startSampleApp(t: TestContext, { origin, api }: SitePage, clientId: string): Promise<string> {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const server = createServer(async (request, response) => {
    const { searchParams, pathname } = new URL(request.url!, address())
    const redirect_uri = `${address()}/callback`
    if (pathname === '/') {
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri,
        response_type: 'code',
        scope: 'identify',
        state: 'sample',
        code_challenge: challenge,
        code_challenge_method: 'S256',
      })
      response.writeHead(302, { Location: `${origin}/api/oauth2/authorize?${query}` }).end()
      return
    }
    const code = searchParams.get('code') ?? ''
    const grant = { grant_type: 'authorization_code', code, redirect_uri, client_id: clientId }
    const body = new URLSearchParams({ ...grant, code_verifier: verifier })
    const redeemed = await fetch(`${api}/oauth2/token`, { method: 'POST', body })
    const { access_token } = (await redeemed.json()) as { access_token?: string }
    const headers = { Authorization: `Bearer ${access_token}` }
    const { name } = (await (await fetch(`${api}/oauth2/userinfo`, { headers })).json()) as { name?: string }
    const text = name === undefined ? `Not signed in: ${searchParams.get('error')}` : `Hello ${name}`
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<h1>${text}</h1>`)
  })
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterwards(t, async () => {
    server.closeAllConnections()
    server.close()
  })
  return address()
}

async function register(page: Page, locale: 'en' | 'ja' | 'ko' | 'zh'): Promise<string> {
  const text = await siteTexts('features/account', locale)
  await page.getByRole('button', { name: text('newApp') }).click()
  await page.getByRole('textbox', { name: text('appName') }).fill('Lantern Board')
  await page.getByRole('textbox', { name: text('redirectUris') }).fill(CALLBACK)
  await page.getByRole('button', { name: text('register'), exact: true }).click()
  return await page.getByText(/^avc_/).first().innerText()
}

describe('the developer of an application', () => {
  if (!hasChromium) return skipSuiteWithout('chromium')
  const open = startSite()

  const journeys = [
    ...MAIN_JOURNEYS,
    { where: 'on a phone, in Korean', locale: 'ko', options: { ...PHONE, locale: 'ko-KR' } },
    { where: 'on a desk, in Chinese', locale: 'zh', options: { ...DESKTOP, locale: 'zh-CN' } },
  ] as const
  for (const { where, options, locale } of journeys) {
    const texts = OAUTH_TEXTS[locale]
    it(`registers it, and signs somebody in by a real code, ${where}`, async t => {
      const site = await open(t, options)
      const { page, origin } = site
      await signIn(site, '/account/apps', 'Newcomer')
      const clientId = await register(page, locale)
      const sample = await startSampleApp(t, site, clientId)
      await page.goto(sample)
      await page.waitForURL(/\/oauth\/consent/)
      await page.getByText(texts.byNamedUser(html`@newcomer`).text).waitFor()
      await page.getByText('127.0.0.1').first().waitFor()
      await page.getByRole('link', { name: texts.signInAsAnother }).waitFor()
      await assertAccessible(page)
      const sizeOf = async (name: string) => {
        const { width, height } = (await page.getByRole('button', { name }).boundingBox())!
        return [Math.round(width), Math.round(height)]
      }
      assert.deepEqual(await sizeOf(texts.cancel), await sizeOf(texts.allow), 'cancelling is as easy')
      await page.getByRole('button', { name: texts.cancel }).click()
      await page.getByRole('heading', { name: 'Not signed in: access_denied' }).waitFor()
      await page.goto(sample)
      await page.getByRole('button', { name: texts.allow }).click()
      await page.getByRole('heading', { name: 'Hello Newcomer' }).waitFor()

      await page.goto(`${origin}/api/oauth2/authorize?client_id=avc_nobody`)
      await page.waitForURL(/\/oauth\/refused\?error=/)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await assertAccessible(page)
      assert.deepEqual(
        site.browserErrors.filter(text => !text.includes('status of 400')),
        [],
      )
    })
  }

  it('is told in the form which field was refused', async t => {
    const site = await open(t, { ...DESKTOP, locale: 'ko-KR' })
    const { page } = site
    const text = await siteTexts('features/account', 'ko')
    const ui = await siteTexts('ui', 'ko')
    await signIn(site, '/account/apps', 'Newcomer')
    await page.getByRole('button', { name: text('newApp') }).click()
    await page.getByRole('textbox', { name: text('appName') }).fill('VRChat')
    await page.getByRole('textbox', { name: text('redirectUris') }).fill(CALLBACK)
    await page.getByRole('button', { name: text('register'), exact: true }).click()
    const said = page.getByRole('dialog').getByRole('status')
    await said.getByText(ui('notDone', '“이름” 항목에 입력할 수 없는 값이 있습니다.')).waitFor()
  })

  it('still sees the secret when rotating it is refused', async t => {
    const site = await open(t, DESKTOP)
    const { page } = site
    const text = await siteTexts('features/account', 'en')
    await signIn(site, '/account/apps', 'Newcomer')
    await page.getByRole('button', { name: text('newApp') }).click()
    await page.getByRole('textbox', { name: text('appName') }).fill('Lantern Board')
    await page.getByRole('textbox', { name: text('redirectUris') }).fill('https://lantern.example/cb')
    await page.getByRole('radio', { name: text('kinds.confidential') }).check()
    await page.getByRole('button', { name: text('register'), exact: true }).click()
    const secret = page.getByText(text('secretOnce'))
    await secret.waitFor()
    await intercept(page, '**/secret', route =>
      route.fulfill({ status: 503, json: { error: 'No.', code: 'unavailable' } }),
    )
    await page
      .getByRole('button', { name: text('rotate') })
      .first()
      .click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('rotate') })
      .click()
    await page
      .getByRole('status')
      .getByText(/^Not changed/)
      .waitFor()
    await secret.waitFor()
  })

  it('is told in the form why an address cannot be registered, while typing it', async t => {
    const site = await open(t, { ...PHONE, locale: 'ja-JP' })
    const { page } = site
    const text = await siteTexts('features/account', 'ja')
    const ui = await siteTexts('ui', 'ja')
    await signIn(site, '/account/apps', 'Newcomer')
    await page.getByRole('button', { name: text('newApp') }).click()
    const address = page.getByRole('textbox', { name: text('redirectUris') })
    const register = page.getByRole('button', { name: text('register'), exact: true })
    await address.fill('http://example.com/cb')
    await page
      .getByText(text('invalidRedirect', 'http://example.com/cb', text('redirectProblems.http')))
      .waitFor()
    assert.equal(await register.isDisabled(), true)
    await address.fill('com.example.app:/cb')
    assert.equal(await register.isDisabled(), false)
    await page.getByRole('radio', { name: text('kinds.confidential') }).check()
    await page.getByText(text('redirectProblems.private-scheme')).waitFor()
    await assertAccessible(page)
    await address.fill(`${CALLBACK}\nhttps://xn--/cb`)
    await page.getByRole('textbox', { name: text('appName') }).fill('Lantern Board')
    await register.click()
    const said = page.getByRole('dialog').getByRole('status')
    await said
      .getByText(ui('notDone', `「${text('fieldNames.redirectUris')}」に使えない値が入っています。`))
      .waitFor()
    const [pressed, shown] = await Promise.all([register.boundingBox(), said.locator('> *').boundingBox()])
    assert.ok(pressed!.y + pressed!.height <= shown!.y, 'it covers no part of the button')
  })

  it('copies the example script, runs it unchanged, and is told who signed in', async t => {
    const site = await open(t, DESKTOP)
    const { page, origin, api } = site
    await signIn(site, '/account/apps', 'Admin')
    await register(page, 'en')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByText('Try it').click()
    await page.getByRole('button', { name: 'Copy: Try it' }).click()
    await page.getByText('Copied').waitFor()
    const copied = (await page.evaluate('navigator.clipboard.readText()')) as string
    const script = copied.replaceAll(`${origin}/api`, api)
    const shell = spawn('sh', ['-c', script], { stdio: ['pipe', 'pipe', 'ignore'] })
    afterwards(t, async () => void shell.kill())
    let told = ''
    shell.stdout.on('data', text => {
      told += text
    })
    while (!/code_challenge=\S+\s/.test(told)) await once(shell.stdout, 'data')
    const address = /Open (\S+)/.exec(told)![1]!.replace(api, `${origin}/api`)
    await page.goto(address)
    // Nothing listens at the callback: the example asks its user for the code in the URL.
    const returning = page.waitForRequest(`${CALLBACK}?*`)
    await page.getByRole('button', { name: 'Allow' }).click()
    const { searchParams } = new URL((await returning).url())
    shell.stdin.end(`${searchParams.get('code')}\n`)
    await once(shell, 'close')
    assert.match(told, /"access_token":\s*"avo_/)
    assert.match(told, /"name":\s*"Admin"/)
  })
})
