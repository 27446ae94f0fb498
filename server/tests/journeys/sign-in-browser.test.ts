import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startTestApp } from '../support/app.ts'
import { hasChromium, openChromium } from '../support/chromium.ts'
import { skipSuiteWithout } from '../support/engines.ts'
import { creator, PLAYER, startCommunity } from '../support/sign-in.ts'

const PUBLIC_URL = 'http://avatary.test'

/** Depends on how browsers handle several cookies with one path, and replaced ones. */
describe('signing in with a browser', () => {
  if (!hasChromium) {
    skipSuiteWithout('Chromium')
    return
  }

  it('works in two tabs at once, whichever ends first', async t => {
    const { env } = await startCommunity(t, [PLAYER, creator()])
    await using app = await startTestApp({ env: { ...env, PUBLIC_URL } })
    const browser = await openChromium(t, { 'avatary.test': new URL(app.origin).host })
    const context = await browser.newContext()
    const [first, second] = [await context.newPage(), await context.newPage()]
    for (const [page, returnTo] of [
      [first, '/docs?tab=1'],
      [second, '/docs?tab=2'],
    ] as const) {
      await page.goto(`${PUBLIC_URL}/api/login?${new URLSearchParams({ returnTo })}`)
    }
    for (const page of [second, first]) await page.getByRole('link', { name: 'Momo' }).click()
    await second.waitForURL(`${PUBLIC_URL}/docs?tab=2`)
    await first.waitForURL(`${PUBLIC_URL}/docs?tab=1`)
    const cookies = await context.cookies([`${PUBLIC_URL}/`, `${PUBLIC_URL}/api/login/callback`])
    assert.deepEqual(
      cookies.map(({ name }) => name),
      ['avatary_session'],
    )
  })
})
