import type { CurrentSession } from '@avatary/contract/sessions'
import { foundPage, SITE_NAME, type SitePage } from './site-page.ts'

/** The sections of the pages for operators, `/admin/reports` and so on. */
const SECTIONS = ['reports', 'blocks', 'opt-outs', 'audit', 'placements', 'staff', 'applications', 'health']

/**
 * The page for operators at a path; null when there is none, and for everybody but administrators. These paths are not
 * registered as routes, so that nothing reveals to others that they exist.
 */
export function adminPage(path: string, session: CurrentSession | undefined): SitePage | null {
  const section = SECTIONS.find(name => path === `/admin/${name}`)
  if (section === undefined || session?.session?.administrator !== true) return null
  return foundPage('admin', {
    title: `${section} · ${SITE_NAME}`,
    description: 'For administrators',
    canonical: path,
    isIndexed: false,
  })
}
