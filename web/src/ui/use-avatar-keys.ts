import type { KeyboardEvent } from 'react'
import type { Avatar } from '../lib/avatar.ts'
import { isLetterKey } from '../lib/keys.ts'
import { usePreferences } from '../lib/preferences.ts'
import { useMarks } from './marks.tsx'
import { useCopy } from './use-copy.ts'

/** Returns a handler for an avatar's keyboard shortcuts: `s` saves, `l` likes, `c` copies the id. */
export function useAvatarKeys(avatar: Pick<Avatar, 'id' | 'name'> | undefined) {
  const { toggle } = useMarks()
  const copy = useCopy()
  return (event: KeyboardEvent | globalThis.KeyboardEvent) => {
    if (avatar === undefined || !isLetterKey(event)) return
    if (event.key === 's') toggle('saved', avatar)
    else if (event.key === 'l') toggle('liked', avatar)
    else if (event.key === 'c') void copy(avatar.id)
  }
}

/** The value of `aria-keyshortcuts` for an avatar's card, with additional keys of its list. */
export function useKeyNames(more = ''): string | undefined {
  const { canMark } = useMarks()
  const [{ keys: hasLetterKeys }] = usePreferences()
  return hasLetterKeys ? `${canMark ? 's l ' : ''}c${more}` : undefined
}
