import { useSession } from '../lib/session.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { SkeletonLines } from '../ui/skeleton-grid.tsx'
import { NotFoundPage } from './not-found.tsx'

const AdminPage = lazyPart(() => import('../features/admin/page.tsx'), 'AdminPage', SkeletonLines)

/** The pages for operators. To everybody else they look like addresses without a page. */
export function AdminGate({ id }: { id: string }) {
  const { isKnown, isAdministrator } = useSession()
  if (!isKnown) return null
  return isAdministrator ? <AdminPage id={id} fallback={<NotFoundPage />} /> : <NotFoundPage />
}
