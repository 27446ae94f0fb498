import type { Avatar } from '@avatary/contract/avatar'
import { avatarOf } from '../../src/avatars/avatar-of.ts'
import { BLANK_VALUES } from '../../src/avatars/fields.ts'
import type { CatalogRecord } from '../../src/avatars/record.ts'

/** A listed record with these values. All other fields are blank, so that a new field of avatars affects no test. */
export function recordWith(values: Partial<CatalogRecord>): CatalogRecord {
  return { ...BLANK_VALUES, key: 1, isActive: true, isListed: true, ...values }
}

/** An avatar as the interface answers it, with these values. All other fields are blank. */
export function avatarWith(values: Partial<Avatar>): Avatar {
  return { ...avatarOf(BLANK_VALUES), ...values }
}
