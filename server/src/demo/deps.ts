import type { DemoCatalog } from '../../../sim/src/demo/demo-catalog.ts'
import type { CatalogStore } from '../avatars/index.ts'
import type { Database } from '../kernel/database.ts'

/** The database that the demo is written to, and its content at this moment. */
export interface FillDeps {
  readonly catalog: DemoCatalog
  readonly db: Database
  readonly store: CatalogStore
  readonly nowMs: number
}
