import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hasChromium } from '../../../server/tests/support/chromium.ts'
import { whereMissing } from '../../../server/tests/support/engines.ts'
import { startSite } from '../support/site.ts'

describe('the first answers of a page', () => {
  if (!hasChromium) return whereMissing('chromium')
  const open = startSite()

  it('come with its HTML, and are not asked for again', async t => {
    const { page, origin, complaints } = await open(t)
    const asked: string[] = []
    page.on('request', request => asked.push(new URL(request.url()).pathname))
    await page.goto(origin)
    await page.locator('ol[aria-label] li[aria-posinset] h3 a').first().waitFor()
    assert.ok(asked.includes('/api/avatars/search'))
    assert.ok(!asked.includes('/api/session'))
    assert.deepEqual(complaints, [])
  })
})
