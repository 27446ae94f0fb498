import type { AvatarValues } from './fields.ts'

/** A row of the database as the read model loads it. */
export interface CatalogRecord extends AvatarValues {
  /** Row number in the database: given once, in order of insertion, never reused. */
  key: number
  /** The platform still serves it publicly. */
  isActive: boolean
  /** Active and neither unlisted nor blocked nor opted out. */
  isListed: boolean
}
