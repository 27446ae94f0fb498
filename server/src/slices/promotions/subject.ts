import { MAX_STAFF_NAME_LENGTH, type PlacementKind } from '@avatary/contract/promotions'
import { parseAvatarId } from '../../kernel/avatar-id.ts'

/** A group id, or the URL of its page on the platform. */
const GROUP_ID_OR_URL =
  /^(?:(?:https?:\/\/)?(?:www\.)?vrchat\.[a-z.]+\/home\/group\/)?(grp_[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\/?(?:[?#].*)?$/i

export interface PlacementSubject {
  kind: PlacementKind
  id: string
}

/** Parses the id or URL of an avatar or group; null for anything else. */
export function parsePlacementSubject(text: string): PlacementSubject | null {
  const avatarId = parseAvatarId(text)
  if (avatarId !== null) return { kind: 'avatar', id: avatarId }
  const groupId = GROUP_ID_OR_URL.exec(text.trim())?.[1]
  return groupId === undefined ? null : { kind: 'group', id: groupId.toLowerCase() }
}

export const PLACEMENT_SUBJECT_HINT = 'It must be an avatar id (avtr_…), a group id (grp_…), or a URL of one'

const CONTROL_CHARACTER = /[\p{Cc}\p{Zl}\p{Zp}]/u

/** Trims and validates a display name; null when it is not valid. */
export function parseStaffName(text: string): string | null {
  const name = text.trim()
  const isName =
    name !== '' &&
    [...name].length <= MAX_STAFF_NAME_LENGTH &&
    !CONTROL_CHARACTER.test(name) &&
    name.isWellFormed()
  return isName ? name : null
}
