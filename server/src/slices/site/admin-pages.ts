import type { CurrentSession } from '@avatary/contract/sessions'
import { found, NAME, type SitePage } from './pages.ts'

/** The parts of the pages of operators, `/admin/reports` and so on. */
const SECTIONS = ['reports', 'blocks', 'opt-outs', 'audit', 'placements', 'staff', 'applications', 'health']

/**
 * The page of operators at an address; null where there is none, and for everybody but administrators: these addresses
 * are no routes, so that nothing tells others that they exist.
 */
export function adminPage(path: string, session: CurrentSession | undefined): SitePage | null {
  const section = SECTIONS.find(name => path === `/admin/${name}`)
  if (section === undefined || session?.session?.administrator !== true) return null
  return found('admin', {
    title: `${section} · ${NAME}`,
    description: 'For administrators',
    canonical: path,
    isIndexed: false,
  })
}
