import type { Page } from 'playwright-core'

/** Minimum size of a target in CSS pixels: 44 (WCAG 2.5.5) minus a tolerance for fractions of pixels at both edges. */
const LEAST = 42

/** Runs in the page: the controls whose area for a finger is less than a square of 44 pixels. */
const SMALL_TARGETS = `(() => {
  const isInSentence = control => {
    const isInline = element => /^inline(-block)?$/.test(getComputedStyle(element).display)
    if (control.localName !== 'a' || !isInline(control)) return false
    let block = control.parentElement
    while (isInline(block)) block = block.parentElement
    return block.textContent.replace(control.textContent, '').trim() !== ''
  }
  const isShown = control =>
    control.checkVisibility({ visibilityProperty: true }) && !control.closest('.visually-hidden, [aria-hidden=true]')
  const areaOf = control => (control.localName === 'input' && control.closest('label')) || control
  const isHit = (control, x, y) => {
    const hit = document.elementFromPoint(x, y)
    return hit !== null && (control.contains(hit) || hit.closest('label')?.control === control)
  }
  // Checks first around the centre, where most controls are large enough: scrolling and testing all points would take a
  // second per page.
  const isLarge = (control, x, y) =>
    [[1, 0], [-1, 0], [0, 1], [0, -1]].every(([right, down]) =>
      [7, 14, 21].every(steps => isHit(control, x + right * steps, y + down * steps)),
    )
  const placeOf = area => {
    const { left, top, width, height } = area.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2, width, height }
  }
  const missesOf = control => {
    const area = areaOf(control)
    const before = placeOf(area)
    if (isLarge(control, before.x, before.y)) return null
    area.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const { x, y, width, height } = placeOf(area)
    if (isLarge(control, x, y)) return null
    if (y < 0 || x < 0 || y > innerHeight || x > innerWidth) return null
    // Stops at the sum that is wanted: each look takes long in a long table.
    const isReached = (right, down) => {
      let steps = 0
      for (const sign of [1, -1]) {
        for (let at = 1; steps < ${LEAST} && isHit(control, x + sign * right * at, y + sign * down * at); at++) steps++
      }
      return steps >= ${LEAST}
    }
    if (isReached(1, 0) && isReached(0, 1)) return null
    return Math.round(width) + '×' + Math.round(height) + ' ' + control.outerHTML.slice(0, 150)
  }
  const { scrollX, scrollY } = window
  // A finger cannot reach what is below it.
  const top = [...document.querySelectorAll(':modal, :popover-open')].at(-1) ?? document
  const small = [...top.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
    .filter(control => isShown(control) && !isInSentence(control) && !control.closest('tbody tr:nth-child(n+6)'))
    .map(missesOf)
  scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' })
  return small.filter(miss => miss !== null)
})()`

/**
 * Lists the controls of a page whose touch target is less than a square of 44 pixels, except links within sentences. Of
 * tables, only the first rows are checked.
 */
export async function smallTargets(page: Page): Promise<string[]> {
  return (await page.evaluate(SMALL_TARGETS)) as string[]
}
