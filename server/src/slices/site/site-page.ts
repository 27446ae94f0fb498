import type { PageData } from './page-data.ts'
import type { ShellFacts } from './shell.ts'

export const SITE_NAME = 'Avatary'

/** A page of the site for programs that run no scripts, such as search engines. */
export interface SitePage {
  readonly status: 200 | 404
  /** The page's folder in `web/src/features`; absent for a "not found" page. */
  readonly feature?: string
  readonly facts: ShellFacts
  readonly firstAnswers?: PageData
}

/** @param feature the page's folder in `web/src/features`. */
export function foundPage(feature: string, facts: ShellFacts, firstAnswers: PageData = {}): SitePage {
  return { status: 200, feature, facts, firstAnswers }
}
