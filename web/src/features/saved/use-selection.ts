import { useState } from 'react'
import { useMarks } from '../../ui/marks.tsx'
import type { SavedAvatar, SelectedAvatar } from './api.ts'

interface Selection {
  /** The list in which they are selected. */
  readonly list: string
  readonly isOn: boolean
  readonly selectedAvatars: ReadonlyMap<string, SelectedAvatar>
}

/**
 * The selected avatars by id, without those that are not saved any more.
 * @param wanted the requested list; another list clears the selection.
 * @param isShown false while the cards of the previous list are still shown; they stay selected until they disappear.
 */
export function useSelection(requestedList: string, isShown: boolean) {
  const [list, setList] = useState(requestedList)
  if (isShown && list !== requestedList) setList(requestedList)
  const [state, setState] = useState<Selection>({ list, isOn: false, selectedAvatars: new Map() })
  const isSame = state.list === list
  const selectedAvatars = isSame ? state.selectedAvatars : new Map<string, SelectedAvatar>()
  const isOn = isSame && (state.isOn || selectedAvatars.size > 0)
  const set = (next: ReadonlyMap<string, SelectedAvatar>) => setState({ list, isOn, selectedAvatars: next })
  const { saved } = useMarks()
  const [savedBefore, setSavedBefore] = useState(saved)
  if (saved !== savedBefore) {
    setSavedBefore(saved)
    const left = [...selectedAvatars].filter(([id]) => saved.has(id) || !savedBefore.has(id))
    if (left.length < selectedAvatars.size)
      setState({ list, isOn: left.length > 0, selectedAvatars: new Map(left) })
  }
  return {
    /** True while avatars are selected, or the next press will select one. */
    isOn,
    selectedAvatars,
    begin: () => setState({ list, isOn: true, selectedAvatars }),
    end: () => setState({ list, isOn: false, selectedAvatars: new Map() }),
    toggle: (avatar: SavedAvatar) => {
      const next = new Map(selectedAvatars)
      if (!next.delete(avatar.id)) next.set(avatar.id, selectedAvatarOf(avatar))
      set(next)
    },
    add: (avatars: readonly SavedAvatar[]) =>
      set(
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
