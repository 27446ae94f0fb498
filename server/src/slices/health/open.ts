import type { Database } from '../../kernel/database.ts'
import { type HealthDeps, healthHandlers } from './handlers.ts'
import { HealthStore } from './store.sql.ts'

interface OpenHealthDeps extends Omit<HealthDeps, 'store' | 'queueCapacity' | 'changeBounds'> {
  db: Database
  store: { changeBounds: HealthDeps['changeBounds'] }
  config: { readonly queueCapacity: number }
}

/** Opens the report on the health of the service. */
export function openHealth({ db, config, store, ...deps }: OpenHealthDeps) {
  const { queueCapacity } = config
  const changeBounds = () => store.changeBounds()
  return {
    earlyHandlers: healthHandlers({ ...deps, queueCapacity, changeBounds, store: new HealthStore({ db }) }),
  }
}
