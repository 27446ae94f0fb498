import type { PlacementKind } from '@avatary/contract/promotions'
import { parseAvatarId } from '../../kernel/avatar-id.ts'

/** The id alone, or the group's page on the platform. */
const GROUP =
  /^(?:(?:https?:\/\/)?(?:www\.)?vrchat\.[a-z.]+\/home\/group\/)?(grp_[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\/?(?:[?#].*)?$/i

/** What can be placed. */
export interface PlacementSubject {
  kind: PlacementKind
  id: string
}

/** The avatar or group that a text is or, as a URL, names; null for anything else. */
export function parsePlacementSubject(text: string): PlacementSubject | null {
  const avatarId = parseAvatarId(text)
  if (avatarId !== null) return { kind: 'avatar', id: avatarId }
  const groupId = GROUP.exec(text.trim())?.[1]
  return groupId === undefined ? null : { kind: 'group', id: groupId.toLowerCase() }
}

export const PLACEMENT_SUBJECT_NEEDED =
  'It must be an avatar id (avtr_…), a group id (grp_…), or a URL of one'

const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u

/**
 * A display name as an operator gives it, without spaces around it; null when it is none.
 *
 * @param longest in characters.
 */
export function parseStaffName(text: string, longest: number): string | null {
  const name = text.trim()
  const isName = name !== '' && [...name].length <= longest && !CONTROL.test(name) && name.isWellFormed()
  return isName ? name : null
}
