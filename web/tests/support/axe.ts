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

/**
 * Runs in the page: takes out each element that shows the same as one before it: they, all that contains them, and what they
 * contain are of the same kinds and classes, and have the same styles. The time of the rule of contrast goes by the number of
 * elements of a page. @returns a function that puts them back.
 */
const TAKE_OUT_REPETITIONS = `(() => {
  const names = ['color', 'background-color', 'background-image', 'font-size', 'font-weight', 'opacity', 'mix-blend-mode',
    'text-shadow', 'text-decoration', 'border-bottom', '-webkit-text-fill-color', '-webkit-text-stroke']
  const numbers = new Map()
  const numberOf = (...parts) => numbers.getOrInsert(parts.join('|'), numbers.size)
  const looks = new Map()
  const contents = new Map()
  const read = element => {
    const style = getComputedStyle(element)
    looks.set(element, numberOf(element.localName, element.className, ...names.map(name => style.getPropertyValue(name))))
    for (const child of element.children) read(child)
    const hasText = [...element.childNodes].some(({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim() !== '')
    contents.set(element, numberOf(hasText, looks.get(element), ...new Set([...element.children].map(child => contents.get(child)))))
  }
  read(document.body)
  const seen = new Set()
  const repetitionsIn = (element, around) =>
    [...element.children].flatMap(child => {
      const shown = numberOf('within', around, contents.get(child))
      if (seen.has(shown)) return [child]
      seen.add(shown)
      return repetitionsIn(child, numberOf('around', around, looks.get(child)))
    })
  const places = repetitionsIn(document.body, 0).map(element => {
    const place = document.createComment('')
    element.replaceWith(place)
    return { place, element }
  })
  return () => { for (const { place, element } of places) place.replaceWith(element) }
})()`

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
  if (await hasScripts(page)) return await problemsOf(page, {})
  const rules = Object.fromEntries(OF_COLOURS.map(id => [id, { enabled: false }]))
  return [...(await contrastProblems(page)), ...(await problemsOf(page, { rules }))]
}

/** Checks the colours alone of a page whose other problems are known already, after its theme changed. */
async function contrastProblems(page: Page): Promise<string[]> {
  const options = { runOnly: OF_COLOURS }
  // Scripts could miss elements that are taken out.
  if (await hasScripts(page)) return await problemsOf(page, options)
  return await problemsOf(page, options, TAKE_OUT_REPETITIONS)
}

async function hasScripts(page: Page): Promise<boolean> {
  return (await page.evaluate('document.scripts.length > 0')) === true
}

/**
 * Reports violations alone: the rest of axe's report takes time, and nobody reads it.
 *
 * @param prepare runs in the page before axe does; returns a function that undoes it.
 */
async function problemsOf(page: Page, options: axe.RunOptions, prepare = '() => {}'): Promise<string[]> {
  const usual = { resultTypes: ['violations'], preload: PRELOADED, elementRef: true } as const
  const violations = (await page.evaluate(
    `(async () => {
      const undo = ${prepare}
      try {
        const { violations } = await axe.run(${JSON.stringify({ ...usual, ...options })})
        return violations.map(
          ({ id, impact, nodes: [{ element }] }) => ({ id, impact, html: element.outerHTML.slice(0, 300) }),
        )
      } finally {
        undo()
      }
    })()`,
  )) as Violation[]
  return violations
    .filter(({ impact }) => GRAVE.includes(impact))
    .map(({ id, impact, html }) => `${impact}: ${id}: ${html}`)
}
