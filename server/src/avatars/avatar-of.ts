import type { MirrorAvatar } from '@avatary/contract/avatar'
import { WIRE_FIELDS } from './fields.ts'
import type { CatalogRecord } from './record.ts'

/** An avatar of the system of record as the interface answers it, with every field (contract, `MirrorAvatar`). */
export function avatarOf(record: CatalogRecord): MirrorAvatar {
  const avatar: Partial<Record<keyof MirrorAvatar, unknown>> = {}
  for (const { wire, name, kind } of WIRE_FIELDS) avatar[wire] = kind.toWire(record[name])
  return avatar as MirrorAvatar
}
