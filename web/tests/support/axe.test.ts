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

  it('finds every text and field that is hard to read, as axe does by itself', async t => {
    const browser = await siteBrowser('127.0.0.1:1')
    const context = await browser.newContext()
    t.after(() => context.close())
    const page = await context.newPage()
    await page.route('**', route => route.fulfill({ contentType: 'text/html', body: HARD_TO_READ }))
    await page.goto(ORIGIN)
    await accessibilityProblems(page)
    const found = `axe.run({ runOnly: ['color-contrast'] })
      .then(({ violations: [{ nodes }] }) => nodes.map(({ target: [id] }) => id).sort())`
    assert.deepEqual(
      await page.evaluate(found),
      await page.evaluate(`[...document.querySelectorAll('[id]')].map(({ id }) => '#' + id).sort()`),
    )
  })
})

/** Elements with an id have texts that are hard to read; the others have none of their own. */
const HARD_TO_READ = `<!doctype html><html lang="en"><title>Page</title>
<style>main { color: #777; background: #888 } button, input, select, textarea { color: inherit; background: inherit }</style>
<main><h1 id="title">Page</h1><p id="before">Text <b></b></p><p id="behind"><b id="within">Text</b> more</p>
<ul><li> <a id="link" href="/">Text</a></li></ul><button id="button">Text</button>
<label id="label">Text<input id="input" value="Text"></label>
<select id="select" aria-label="Text"><option>Text</option></select>
<textarea id="area" aria-label="Text">Text</textarea></main>`

/** A page with a text that is hard to read, a picture without a text, and contents outside of landmarks. */
const PAGE = `<!doctype html><html lang="en"><title>Page</title><h1>Page</h1>
<p style="color: #777; background: #888">Text</p><img src="data:,">`
