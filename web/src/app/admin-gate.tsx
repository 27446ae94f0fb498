import { useSession } from '../lib/session.ts'
import { latePart } from '../ui/late-part.tsx'
import { NotFoundPage } from './not-found.tsx'

const AdminPage = latePart(() => import('../features/admin/page.tsx').then(module => module.AdminPage))

/** The pages of operators; everybody else finds nothing there. */
export function AdminGate({ id }: { id: string }) {
  const { isKnown, isAdministrator } = useSession()
  if (!isKnown) return null
  return isAdministrator ? <AdminPage id={id} otherwise={<NotFoundPage />} /> : <NotFoundPage />
}
