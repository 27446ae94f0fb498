import { lazy } from 'react'
import { useSession } from '../lib/session.ts'
import { NotFoundPage } from './not-found.tsx'

const AdminPage = lazy(() =>
  import('../features/admin/page.tsx').then(module => ({ default: module.AdminPage })),
)

/** The pages of operators; everybody else finds nothing there. */
export function AdminGate({ id }: { id: string }) {
  const { isKnown, isAdministrator } = useSession()
  if (!isKnown) return null
  return isAdministrator ? <AdminPage id={id} otherwise={<NotFoundPage />} /> : <NotFoundPage />
}
