import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hasChromium } from '../../../server/tests/support/chromium.ts'
import { skipSuiteWithout } from '../../../server/tests/support/engines.ts'
import { accessibilityProblems } from './axe.ts'
import { ORIGIN, siteBrowser } from './site-browser.ts'

describe('the check of accessibility', () => {
  if (!hasChromium) return skipSuiteWithout('chromium')

  it('names serious and critical problems, and no lesser ones', async t => {
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
    const moderate = `axe.run({ runOnly: ['region'] }).then(({ violations }) => violations.map(({ impact }) => impact))`
    assert.deepEqual(await page.evaluate(moderate), ['moderate'])
    const all = `axe.run().then(({ violations }) => violations.map(({ id }) => id).sort())`
    assert.deepEqual(await page.evaluate(all), ['color-contrast', 'image-alt'])
    assert.deepEqual(await page.evaluate('axe._audit.rules.filter(({ impact }) => !impact)'), [])
  })

  it('finds every text and field that is hard to read, as axe does by itself', async t => {
    const browser = await siteBrowser('127.0.0.1:1')
    const context = await browser.newContext()
    t.after(() => context.close())
    const page = await context.newPage()
    await page.route('**', route => route.fulfill({ contentType: 'text/html', body: LOW_CONTRAST_PAGE }))
    await page.goto(ORIGIN)
    await accessibilityProblems(page)
    const found = `axe.run({ runOnly: ['color-contrast'] })
      .then(({ violations: [{ nodes }] }) => nodes.map(({ target: [id] }) => id).sort())`
    assert.deepEqual(
      await page.evaluate(found),
      await page.evaluate(`[...document.querySelectorAll('[id]')].map(({ id }) => '#' + id).sort()`),
    )
  })

  it('reads the colours of equal elements once, and of each that differs in one theme or both', async t => {
    const browser = await siteBrowser('127.0.0.1:1')
    const context = await browser.newContext()
    t.after(() => context.close())
    const page = await context.newPage()
    await page.route('**', route => route.fulfill({ contentType: 'text/html', body: REPEATED_ROWS_PAGE }))
    await page.goto(ORIGIN)
    const problemsIn = async (theme: 'light' | 'dark') => {
      await page.emulateMedia({ colorScheme: theme })
      return (await accessibilityProblems(page)).map(problem => /id="(\w+)"/.exec(problem)?.[1])
    }
    assert.deepEqual(await problemsIn('light'), ['pale'])
    const { length } = REPEATED_ROWS_PAGE.match(/<li/g)!
    await page.evaluate(`{
      const { run } = axe
      axe.rows = []
      axe.run = (...args) => {
        axe.rows.push(document.querySelectorAll('li').length)
        return run(...args)
      }
    }`)
    const before = await page.content()
    assert.deepEqual(await problemsIn('dark'), ['dark'])
    assert.deepEqual(await page.evaluate('axe.rows'), [2, length])
    assert.equal(await page.content(), before)
  })
})

/** A page without scripts, with repeated rows of which two differ: one in its content, one in one theme. */
const REPEATED_ROWS_PAGE = `<!doctype html><html lang="en"><title>Page</title>
<style>:root { color-scheme: light dark; color: light-dark(#000, #fff); background: light-dark(#fff, #000) }
#pale { color: light-dark(#aaa, #fff) } #dark { color: light-dark(#000, #444) }</style>
<main><h1>Page</h1><ul>${'<li>Text <b>more</b></li>'.repeat(20)}<li>Text <b id="pale">more</b></li>
${'<li>Text <b>more</b></li>'.repeat(20)}<li>Text <b id="dark">more</b></li></ul></main>`

/** Elements with an id have texts with low contrast; the others have no text of their own. */
const LOW_CONTRAST_PAGE = `<!doctype html><html lang="en"><title>Page</title>
<style>main { color: #777; background: #888 } button, input, select, textarea { color: inherit; background: inherit }</style>
<main><h1 id="title">Page</h1><p id="before">Text <b></b></p><p id="behind"><b id="within">Text</b> more</p>
<ul><li> <a id="link" href="/">Text</a></li></ul><button id="button">Text</button>
<label id="label">Text<input id="input" value="Text"></label>
<select id="select" aria-label="Text"><option>Text</option></select>
<textarea id="area" aria-label="Text">Text</textarea></main>`

/** A page with a text of low contrast, a picture without alternative text, and content outside of landmarks. */
const PAGE = `<!doctype html><html lang="en"><title>Page</title><h1>Page</h1>
<p style="color: #777; background: #888">Text</p><img src="data:,">`
