import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'
import { keepScreenshot } from './screenshots.ts'

/** Impacts that keep people from using a page. */
const GRAVE = ['serious', 'critical']
/** The minified source, which a browser parses in two thirds of the time. */
const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
/**
 * Runs in the page: disables the rules whose violations are never grave, and the HTML of passing elements. Also makes
 * the contrast rule skip elements without a text of their own before it reads the text of all their descendants.
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
/** The rules about colours: only these are affected by a theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * Runs in the page: removes each element that looks like an earlier one, to save time in the contrast rule, which is
 * proportional to the number of elements. Two elements look alike when they, their ancestors and their descendants have
 * the same kinds, classes and styles.
 * @returns a function that restores the removed elements.
 */
const REMOVE_REPETITIONS = `(() => {
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

/** All that the default rules need; style sheets are only for experimental rules. */
const PRELOADED = { assets: ['media'] }

type Themes = readonly ['light' | 'dark', 'light' | 'dark']

interface Violation {
  readonly id: string
  readonly impact: string
  /** The beginning of the first element's HTML. */
  readonly html: string
}

/**
 * Fails when a page has serious problems in one of its themes, or scrolls horizontally.
 * @param name of the screenshots, one per theme; none are saved when absent.
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

/**
 * Checks the accessibility of a page (WCAG 2.2 AA).
 * @returns its serious problems, each with the first element.
 */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  // Evaluated through the debugger, to which the content security policy does not apply.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(`${AXE}\n${CONFIGURE}`)
  if (await hasScripts(page)) return await problemsOf(page, {})
  const rules = Object.fromEntries(COLOUR_RULES.map(id => [id, { enabled: false }]))
  return [...(await contrastProblems(page)), ...(await problemsOf(page, { rules }))]
}

/** Checks only the colours, after the theme of a page was switched whose other problems are already known. */
async function contrastProblems(page: Page): Promise<string[]> {
  const options = { runOnly: COLOUR_RULES }
  // Scripts might need elements that are removed.
  if (await hasScripts(page)) return await problemsOf(page, options)
  return await problemsOf(page, options, REMOVE_REPETITIONS)
}

async function hasScripts(page: Page): Promise<boolean> {
  return (await page.evaluate('document.scripts.length > 0')) === true
}

/**
 * Reports only violations, because the rest of axe's report takes time and is not used.
 * @param prepare runs in the page before axe; returns a function that reverts it.
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
