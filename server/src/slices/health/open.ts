import type { CatalogReader } from '../../avatars/index.ts'
import type { Database } from '../../kernel/database.ts'
import { type HealthDeps, healthHandlers } from './handlers.ts'
import { HealthStore } from './store.sql.ts'

interface OpenHealthDeps extends Omit<HealthDeps, 'store' | 'queueCapacity' | 'changes'> {
  db: Database
  store: Pick<CatalogReader, 'changes'>
  config: { readonly queueCapacity: number }
}

/** Opens the report on the health of the service. */
export function openHealth({ db, config, store, ...deps }: OpenHealthDeps) {
  const { queueCapacity } = config
  const healthDeps = { queueCapacity, changes: store.changes, store: new HealthStore({ db }) }
  return { handlersBeforeReady: healthHandlers({ ...deps, ...healthDeps }) }
}
