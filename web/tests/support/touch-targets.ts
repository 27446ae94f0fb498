import type { Page } from 'playwright-core'

/** The least size of a target in CSS pixels (WCAG 2.5.5), without what falls between two pixels at its edges. */
const LEAST = 42

/** Runs in the page: the controls that a finger meets in less than a square of 44 pixels. */
const SMALL_TARGETS = `(() => {
  const isInSentence = control => {
    const isInline = element => /^inline(-block)?$/.test(getComputedStyle(element).display)
    if (control.localName !== 'a' || !isInline(control)) return false
    let block = control.parentElement
    while (isInline(block)) block = block.parentElement
    return block.textContent.replace(control.textContent, '').trim() !== ''
  }
  const isShown = control =>
    control.checkVisibility({ visibilityProperty: true }) && !control.closest('.unseen, [aria-hidden=true]')
  const areaOf = control => (control.localName === 'input' && control.closest('label')) || control
  const isHit = (control, x, y) => {
    const hit = document.elementFromPoint(x, y)
    return hit !== null && (control.contains(hit) || hit.closest('label')?.control === control)
  }
  // Most controls are large enough around their centre, wherever they are: a scroll and all steps would cost a second a page.
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
    const reach = (right, down) => {
      let steps = 0
      while (steps < ${LEAST} && isHit(control, x + right * (steps + 1), y + down * (steps + 1))) steps++
      return steps
    }
    if (reach(-1, 0) + reach(1, 0) >= ${LEAST} && reach(0, -1) + reach(0, 1) >= ${LEAST}) return null
    return Math.round(width) + '×' + Math.round(height) + ' ' + control.outerHTML.slice(0, 150)
  }
  const { scrollX, scrollY } = window
  // A finger does not reach below it.
  const top = [...document.querySelectorAll(':modal, :popover-open')].at(-1) ?? document
  const small = [...top.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
    .filter(control => isShown(control) && !isInSentence(control) && !control.closest('tbody tr:nth-child(n+6)'))
    .map(missesOf)
  scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' })
  return small.filter(miss => miss !== null)
})()`

/** Lists the controls of a page that are harder to hit by touch than a square of 44 pixels, but links within sentences; of tables the first rows. */
export async function smallTargets(page: Page): Promise<string[]> {
  return (await page.evaluate(SMALL_TARGETS)) as string[]
}
