import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Problems that keep people from using a page. */
const GRAVE = ['serious', 'critical']

interface Violation {
  readonly id: string
  readonly impact: string
  readonly nodes: readonly { readonly html: string }[]
}

/** Reports violations alone: the rest of axe's report takes time, and nobody reads it. */
const VIOLATIONS = `axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)`

/** Checks a page for accessibility (WCAG 2.2 AA). @returns its serious problems, each with the first element. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  // Evaluated by the browser's debugger, which the content security policy does not bind.
  await page.evaluate(axe.source)
  const violations = (await page.evaluate(VIOLATIONS)) as Violation[]
  return violations
    .filter(({ impact }) => GRAVE.includes(impact))
    .map(({ id, impact, nodes }) => `${impact}: ${id}: ${nodes[0]?.html}`)
}
