import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hasChromium } from '../../../server/tests/support/chromium.ts'
import { whereMissing } from '../../../server/tests/support/engines.ts'
import { accessibilityProblems } from './axe.ts'
import { ORIGIN, siteBrowser } from './site-browser.ts'

describe('the check of accessibility', () => {
  if (!hasChromium) return whereMissing('chromium')

  it('names grave problems, and no slight ones', async t => {
    const browser = await siteBrowser('127.0.0.1:1')
    const context = await browser.newContext()
    t.after(() => context.close())
    const page = await context.newPage()
    await page.route('**', route => route.fulfill({ contentType: 'text/html', body: PAGE }))
    await page.goto(ORIGIN)
    const found = await accessibilityProblems(page)
    assert.deepEqual(
      found.map(problem => problem.split(': ').slice(0, 2).join(': ')),
      ['serious: color-contrast', 'critical: image-alt'],
    )
    const slight = `axe.run({ runOnly: ['region'] }).then(({ violations }) => violations.map(({ impact }) => impact))`
    assert.deepEqual(await page.evaluate(slight), ['moderate'])
    const all = `axe.run().then(({ violations }) => violations.map(({ id }) => id).sort())`
    assert.deepEqual(await page.evaluate(all), ['color-contrast', 'image-alt'])
    assert.deepEqual(await page.evaluate('axe._audit.rules.filter(({ impact }) => !impact)'), [])
  })
})

/** A page with a text that is hard to read, a picture without a text, and contents outside of landmarks. */
const PAGE = `<!doctype html><html lang="en"><title>Page</title><h1>Page</h1>
<p style="color: #777; background: #888">Text</p><img src="data:,">`
