import type { Page } from 'playwright-core'

/** Runs in the page: gives the site's texts accents and 40 % more letters, lists which are cut, and restores them. */
const FIND_CUT_TEXTS = `(() => {
  const accents = { a: 'å', c: 'ç', e: 'ë', i: 'ï', n: 'ñ', o: 'ø', s: 'š', u: 'ü', y: 'ÿ' }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const original = new Map()
  while (walker.nextNode()) original.set(walker.currentNode, walker.currentNode.data)
  for (const text of original.keys()) {
    if (text.parentElement.closest('bdi, code, script, noscript, svg, [hidden]') || !/[a-z]/i.test(text.data)) continue
    const accented = text.data.replace(/[a-z]/g, letter => accents[letter] ?? letter)
    text.data = accented + accented.slice(0, Math.ceil(accented.length * 0.4))
  }
  const isCut = element => {
    const { overflowX, textOverflow } = getComputedStyle(element)
    return element.scrollWidth > element.clientWidth + 1 && overflowX === 'hidden' && textOverflow !== 'ellipsis'
  }
  const cut = [...document.querySelectorAll('main :is(button, a, label, legend, h1, h2, p)')]
    .filter(element => !element.closest('.visually-hidden') && isCut(element))
    .map(element => element.outerHTML.slice(0, 120))
  if (document.documentElement.scrollWidth > innerWidth) cut.push('the page scrolls sideways')
  for (const [text, data] of original) text.data = data
  return cut
})()`

/**
 * Shows the page in a pseudo-locale with longer words for a moment.
 * @returns the elements whose text is cut, as HTML.
 */
export async function textsCutInPseudoLocale(page: Page): Promise<string[]> {
  return (await page.evaluate(FIND_CUT_TEXTS)) as string[]
}
