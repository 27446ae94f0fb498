import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'
import { keepScreenshot } from './screenshots.ts'

/** Problems that keep people from using a page. */
const GRAVE = ['serious', 'critical']
/** A browser reads it in two thirds of the time that the source with its names and comments takes. */
const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
/**
 * Runs in the page: leaves out the rules whose problems are never grave, and the HTML of every element that passes. The rule
 * of contrast reads the text of all that an element contains before it leaves out one without a text of its own.
 */
const CONFIGURE = `{
  axe.configure({
    noHtml: true,
    rules: axe._audit.rules
      .filter(({ impact }) => !${JSON.stringify(GRAVE)}.includes(impact))
      .map(({ id }) => ({ id, enabled: false })),
  })
  const contrast = axe._audit.rules.find(({ id }) => id === 'color-contrast')
  const { matches } = contrast
  const hasText = element =>
    element.matches('input, select, textarea') ||
    [...element.childNodes].some(({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim() !== '')
  contrast.matches = (element, ...rest) => hasText(element) && matches.call(contrast, element, ...rest)
}`
/** The rules about colours, which are all that a theme changes. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** All that a rule reads which runs unasked; style sheets are for experimental rules. */
const PRELOADED = { assets: ['media'] }

type Themes = readonly ['light' | 'dark', 'light' | 'dark']

interface Violation {
  readonly id: string
  readonly impact: string
  /** The beginning of the first element's HTML. */
  readonly html: string
}

/**
 * Fails when a page has serious problems in one of its themes, or scrolls sideways.
 *
 * @param name of the screenshots that are kept, one of each theme; none when absent.
 */
export async function assertAccessible(
  page: Page,
  [first, other]: Themes = ['light', 'dark'],
  name?: string,
): Promise<void> {
  await page.emulateMedia({ colorScheme: first })
  assert.deepEqual(await accessibilityProblems(page), [], first)
  if (name !== undefined) await keepScreenshot(page, `${name} ${first}`)
  await page.emulateMedia({ colorScheme: other })
  assert.deepEqual(await contrastProblems(page), [], other)
  if (name !== undefined) await keepScreenshot(page, `${name} ${other}`)
  const isScrollable = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
  assert.equal(isScrollable, false, 'it scrolls sideways')
}

/** Checks a page for accessibility (WCAG 2.2 AA). @returns its serious problems, each with the first element. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  // Evaluated by the browser's debugger, which the content security policy does not bind.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(`${AXE}\n${CONFIGURE}`)
  return await problemsOf(page, {})
}

/** Checks the colours alone of a page whose other problems are known already, after its theme changed. */
async function contrastProblems(page: Page): Promise<string[]> {
  return await problemsOf(page, { runOnly: OF_COLOURS })
}

/** Reports violations alone: the rest of axe's report takes time, and nobody reads it. */
async function problemsOf(page: Page, options: axe.RunOptions): Promise<string[]> {
  const usual = { resultTypes: ['violations'], preload: PRELOADED, elementRef: true } as const
  const violations = (await page.evaluate(
    `axe.run(${JSON.stringify({ ...usual, ...options })}).then(({ violations }) => violations.map(
      ({ id, impact, nodes: [{ element }] }) => ({ id, impact, html: element.outerHTML.slice(0, 300) }),
    ))`,
  )) as Violation[]
  return violations
    .filter(({ impact }) => GRAVE.includes(impact))
    .map(({ id, impact, html }) => `${impact}: ${id}: ${html}`)
}
