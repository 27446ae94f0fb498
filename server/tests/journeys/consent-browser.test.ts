import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { startTestApp } from '../support/app.ts'
import { hasChromium, openChromium } from '../support/chromium.ts'
import { afterwards } from '../support/cleanup.ts'
import { skipSuiteWithout } from '../support/engines.ts'
import { authorizeUrl, requestOf } from '../support/oauth-browser.ts'
import { ISSUER } from '../support/oauth-service.ts'
import { PLAYER, signIn, startCommunity } from '../support/sign-in.ts'

const PUBLIC_URL = 'http://avatary.test'

/** Starts an application whose callback redirects the browser, as most do; by default to a page of its own. */
async function startApplication(t: TestContext, next?: string): Promise<string> {
  const server = createServer((request, response) => {
    if (request.url!.startsWith('/callback')) {
      response.writeHead(302, { Location: next ?? `/home${request.url}` })
    }
    response.end('<h1>home</h1>')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterwards(t, async () => {
    server.close()
    server.closeAllConnections()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

interface Scene {
  readonly page: Page
  /** The browser's requests in order, including blocked ones. */
  readonly asked: string[]
  /** Messages in the browser's console. */
  readonly browserErrors: string[]
}

/** Opens a signed-in browser on the consent page of an application that a user registered. */
async function openConsent(
  t: TestContext,
  { redirectUri, hosts = {}, javaScriptEnabled = true }: ConsentOptions,
): Promise<Scene> {
  const { env } = await startCommunity(t)
  const app = await startTestApp({ env: { ...env, PUBLIC_URL } })
  afterwards(t, async () => await app[Symbol.asyncDispose]())
  const owner = await signIn(app, PLAYER)
  const registered = await owner.post('/account/applications', {
    name: 'Lantern Board',
    siteUrl: 'https://app.example/',
    kind: 'public',
    redirectUris: [redirectUri.replace(/^(http:\/\/127\.0\.0\.1):\d+/, '$1')],
  })
  const { clientId } = (await registered.json()) as { clientId: string }
  const url = String(authorizeUrl(requestOf({ clientId, secret: '', redirectUri })))

  const browser = await openChromium(t, { 'avatary.test': new URL(app.origin).host, ...hosts })
  const context = await browser.newContext({ javaScriptEnabled })
  const [name, value] = owner.cookie.split('=')
  await context.addCookies([{ name: name!, value: value!, url: PUBLIC_URL }])
  const page = await context.newPage()
  const [asked, browserErrors]: [string[], string[]] = [[], []]
  page.on('request', request => asked.push(request.url()))
  page.on('console', message => browserErrors.push(message.text()))
  await page.goto(url.replace(ISSUER, `${PUBLIC_URL}/api`))
  return { page, asked, browserErrors }
}

interface ConsentOptions {
  redirectUri: string
  hosts?: Readonly<Record<string, string>>
  javaScriptEnabled?: boolean
}

/** The effect of the page's policies shows only in a browser. */
describe('the consent page in a browser', () => {
  if (!hasChromium) {
    skipSuiteWithout('Chromium')
    return
  }

  for (const [choice, outcome, javaScriptEnabled] of [
    ['Allow', 'code', true],
    ['Allow', 'code', false],
    ['Cancel', 'error', false],
  ] as const) {
    it(`takes ${choice} ${javaScriptEnabled ? 'with' : 'without'} scripts and returns to the application`, async t => {
      const application = await startApplication(t)
      const redirectUri = `http://${application}/callback`
      const { page } = await openConsent(t, { redirectUri, javaScriptEnabled })
      await page.getByRole('button', { name: choice }).click()
      await page.waitForURL(/\/home\//)
      const back = new URL(page.url())
      assert.equal(back.host, application)
      assert.ok(back.searchParams.get(outcome))
      assert.equal(back.searchParams.get('state'), 'the state')
    })
  }

  for (const [where, next] of [
    ['to a scheme of an app', 'com.example.app:/done'],
    ['to another site', 'http://other.test/done'],
    ['to another site by https', 'https://other.test/done'],
  ] as const) {
    it(`lets an application go on ${where}`, async t => {
      const application = await startApplication(t, next)
      const redirectUri = `http://${application}/callback`
      const { page, asked, browserErrors } = await openConsent(t, {
        redirectUri,
        hosts: { 'other.test': application },
      })
      const arrived = page.waitForRequest(next)
      await page.getByRole('button', { name: 'Allow' }).click()
      await arrived
      assert.ok(asked.some(url => url.startsWith(`${redirectUri}?code=`)))
      assert.deepEqual(browserErrors.filter(isPolicyReport), [])
    })
  }

  it('returns to an app with a scheme of its own', async t => {
    const { page, browserErrors } = await openConsent(t, { redirectUri: 'com.example.app:/callback' })
    const arrived = page.waitForRequest(/^com\.example\.app:\/callback\?code=/)
    await page.getByRole('button', { name: 'Allow' }).click()
    await arrived
    assert.deepEqual(browserErrors.filter(isPolicyReport), [])
  })

  it('wears the style of the site, and no other', async t => {
    const { page, browserErrors } = await openConsent(t, { redirectUri: 'com.example.app:/callback' })
    const styleOf = (name: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('button[data-main]')).${name}`)
    assert.equal(await styleOf('borderTopLeftRadius'), '999px')
    assert.deepEqual(browserErrors, [])
    await page.evaluate(`document.head.append(
      Object.assign(document.createElement('style'), { textContent: 'button { border-radius: 1px }' }),
    )`)
    assert.equal(await styleOf('borderTopLeftRadius'), '999px')
    assert.ok(browserErrors.some(isPolicyReport))
  })
})

function isPolicyReport(error: string): boolean {
  return error.includes('Content Security Policy')
}
