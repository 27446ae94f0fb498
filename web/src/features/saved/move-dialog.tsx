import type { GroupIcon as IconName } from '@avatary/contract/account'
import { useState } from 'react'
import Plus from '~icons/lucide/plus'
import { formatCount } from '../../lib/format.ts'
import { Dialog, focusFirst } from '../../ui/dialog.tsx'
import menu from '../../ui/more-menu.module.css'
import { useUiTexts } from '../../ui/texts.ts'
import { WriteButton } from '../../ui/write-button.tsx'
import type { Group, SelectedAvatar } from './api.ts'
import { GroupDialog } from './group-dialog.tsx'
import { GroupIcon } from './group-icon.tsx'
import styles from './saved.module.css'
import { useSavedTexts } from './texts.ts'
import type { SavedActs } from './use-saved-acts.ts'

interface MoveDialogProps {
  avatars: readonly SelectedAvatar[]
  groups: readonly Group[]
  acts: SavedActs
  close: () => void
  /** Called when the avatars are moved, but not when the dialog is cancelled. */
  onMoved: () => void
}

/** Asks for the group to move avatars to: the alternative to dragging for keyboards and touch screens. */
export function MoveDialog({ avatars, groups, acts, close, onMoved }: MoveDialogProps) {
  const texts = useSavedTexts()
  const { newGroup } = useUiTexts()
  const [isCreating, setCreating] = useState(false)
  const moveTo = (group: Group | null) => {
    close()
    onMoved()
    acts.move(avatars, group?.id ?? null, group?.name ?? '')
  }
  if (isCreating) {
    const apply = async (name: string, icon: IconName) => {
      const isMoved = await acts.moveToNew(avatars, name, icon)
      if (isMoved) onMoved()
      return isMoved
    }
    return <GroupDialog group={null} close={close} apply={apply} />
  }
  return (
    <Dialog title={texts.moveTitle(formatCount(avatars.length), avatars.length)} close={close}>
      <ul className={`${menu.choices} ${styles.choices}`}>
        {groups.map((group, index) => (
          <li key={group.id}>
            <WriteButton ref={index === 0 ? focusFirst : undefined} onClick={() => moveTo(group)}>
              <GroupIcon name={group.icon} />
              <bdi>{group.name}</bdi>
            </WriteButton>
          </li>
        ))}
        <li>
          <button type="button" onClick={() => setCreating(true)}>
            <Plus aria-hidden />
            {newGroup}
          </button>
        </li>
        {avatars.some(({ groupId }) => groupId !== null) && (
          <li>
            <WriteButton onClick={() => moveTo(null)}>{texts.ungrouped}</WriteButton>
          </li>
        )}
      </ul>
    </Dialog>
  )
}
