import type { MirrorAvatar } from '@avatary/contract/avatar'
import { type AvatarValues, WIRE_FIELDS } from './fields.ts'

/** An avatar as the interface answers it, with every field (contract, `MirrorAvatar`). */
export function avatarOf(values: AvatarValues): MirrorAvatar {
  const avatar: Partial<Record<keyof MirrorAvatar, unknown>> = {}
  for (const { wire, name, kind } of WIRE_FIELDS) avatar[wire] = kind.toWire(values[name])
  return avatar as MirrorAvatar
}
