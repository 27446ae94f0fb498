import { useState } from 'react'
import { useMarks } from '../../ui/marks.tsx'
import type { SavedAvatar, SelectedAvatar } from './api.ts'

interface Selection {
  /** The address of the list in which they are selected. */
  readonly list: string
  readonly isOn: boolean
  readonly selectedAvatars: ReadonlyMap<string, SelectedAvatar>
}

/**
 * The selected avatars by id, without those that are not saved any more.
 * @param requestedList an address; another list clears the selection.
 * @param isShown false while the cards of the previous list are still shown; the selection stays until they disappear.
 */
export function useSelection(requestedList: string, isShown: boolean) {
  const [list, setList] = useState(requestedList)
  if (isShown && list !== requestedList) setList(requestedList)
  const [state, setState] = useState<Selection>({ list, isOn: false, selectedAvatars: new Map() })
  const isSameList = state.list === list
  const selectedAvatars = isSameList ? state.selectedAvatars : new Map<string, SelectedAvatar>()
  const isOn = isSameList && (state.isOn || selectedAvatars.size > 0)
  const select = (avatars: Selection['selectedAvatars']) => setState({ list, isOn, selectedAvatars: avatars })
  const { saved } = useMarks()
  const [savedBefore, setSavedBefore] = useState(saved)
  if (saved !== savedBefore) {
    setSavedBefore(saved)
    const stillSaved = [...selectedAvatars].filter(([id]) => saved.has(id) || !savedBefore.has(id))
    if (stillSaved.length < selectedAvatars.size)
      setState({ list, isOn: stillSaved.length > 0, selectedAvatars: new Map(stillSaved) })
  }
  return {
    /** True while avatars are selected, or the next press will select one. */
    isOn,
    selectedAvatars,
    begin: () => setState({ list, isOn: true, selectedAvatars }),
    end: () => setState({ list, isOn: false, selectedAvatars: new Map() }),
    toggle: (avatar: SavedAvatar) => {
      const avatars = new Map(selectedAvatars)
      if (!avatars.delete(avatar.id)) avatars.set(avatar.id, selectedAvatarOf(avatar))
      select(avatars)
    },
    add: (avatars: readonly SavedAvatar[]) =>
      select(
        new Map([
          ...selectedAvatars,
          ...avatars.map(avatar => [avatar.id, selectedAvatarOf(avatar)] as const),
        ]),
      ),
  }
}

/** The fields of a saved avatar that acts need. */
export function selectedAvatarOf({ id, name, authorId, authorName, groupId }: SavedAvatar): SelectedAvatar {
  return { id, name, authorId, authorName, groupId }
}
