import type { MirrorAvatar } from '@avatary/contract/avatar'
import { type AvatarValues, WIRE_FIELDS } from './fields.ts'

/** The avatar as the public interface returns it, with every field (`MirrorAvatar` in the contract). */
export function avatarOf(values: AvatarValues): MirrorAvatar {
  const avatar: Partial<Record<keyof MirrorAvatar, unknown>> = {}
  for (const { wire, name, kind } of WIRE_FIELDS) avatar[wire] = kind.toWire(values[name])
  return avatar as MirrorAvatar
}
