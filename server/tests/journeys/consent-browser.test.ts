import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { startTestApp } from '../support/app.ts'
import { hasChromium, openChromium } from '../support/chromium.ts'
import { afterwards } from '../support/cleanup.ts'
import { whereMissing } from '../support/engines.ts'
import { authorizeUrl, requestOf } from '../support/oauth-browser.ts'
import { ISSUER } from '../support/oauth-service.ts'
import { PLAYER, signIn, startCommunity } from '../support/sign-in.ts'

const PUBLIC_URL = 'http://avatary.test'

/** An application whose callback sends the browser on, as most do. */
async function startApplication(t: TestContext): Promise<string> {
  const server = createServer((request, response) => {
    if (request.url!.startsWith('/callback')) response.writeHead(302, { Location: `/home${request.url}` })
    response.end('<h1>home</h1>')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterwards(t, async () => {
    server.close()
    server.closeAllConnections()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** What browsers make of the page's policies shows in none of its headers. */
describe('the consent page in a browser', () => {
  if (!hasChromium) {
    whereMissing('Chromium')
    return
  }

  for (const [choice, outcome, javaScriptEnabled] of [
    ['Allow', 'code', true],
    ['Allow', 'code', false],
    ['Cancel', 'error', false],
  ] as const) {
    it(`takes ${choice} ${javaScriptEnabled ? 'with' : 'without'} scripts and returns to the application`, async t => {
      const { env } = await startCommunity(t)
      await using app = await startTestApp({ env: { ...env, PUBLIC_URL } })
      const application = await startApplication(t)
      const owner = await signIn(app, PLAYER)
      const registered = await owner.post('/account/applications', {
        ...{ name: 'Lantern Board', siteUrl: 'https://app.example/', kind: 'public' },
        redirectUris: ['http://127.0.0.1/callback'],
      })
      const { clientId } = (await registered.json()) as { clientId: string }
      const redirectUri = `http://${application}/callback`
      const url = String(authorizeUrl(requestOf({ clientId, secret: '', redirectUri })))

      const browser = await openChromium(t, { 'avatary.test': new URL(app.origin).host })
      const context = await browser.newContext({ javaScriptEnabled })
      const [name, value] = owner.cookie.split('=')
      await context.addCookies([{ name: name!, value: value!, url: PUBLIC_URL }])
      const page = await context.newPage()
      await page.goto(url.replace(ISSUER, `${PUBLIC_URL}/api`))
      await page.getByRole('button', { name: choice }).click()
      await page.waitForURL(/\/home\//)
      const back = new URL(page.url())
      assert.equal(back.host, application)
      assert.ok(back.searchParams.get(outcome))
      assert.equal(back.searchParams.get('state'), 'the state')
    })
  }
})
