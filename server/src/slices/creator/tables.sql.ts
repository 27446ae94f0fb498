import type { Generated } from 'kysely'
import type { CatalogTables } from '../../avatars/index.ts'
import type { IdentityTables } from '../identity/index.ts'

/** Tables of creators (`server/migrations/0014-creators.ts`), with those of people and avatars. */
export interface CreatorTables extends Omit<CatalogTables, 'creators'>, Pick<IdentityTables, 'users'> {
  creators: CreatorTable
  creator_walk: ScanTable
}

/** The progress of the scan over all avatars for their authors: a single row that all processes share. */
export interface ScanTable {
  id: number
  /** The earliest time of the next request to the community site. */
  ask_at_ms: number
  /** The key of the last avatar that the scan has read. */
  walked_to: number
  began_at_ms: number
}

/** Authors, and the profile at the community site on which their platform account is verified. */
interface CreatorTable {
  author_id: string
  vrcl_url: string | null
  /** 0 when the community site was never asked. */
  checked_at_ms: number
  /** Lowest first; see `URGENCY`. */
  urgency: Generated<number>
  /** When to ask the community site for the profile again. */
  due_at_ms: Generated<number>
}
