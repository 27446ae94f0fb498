import { createContext, type MouseEvent, use } from 'react'
import { AvatarCard } from '../../ui/avatar-card.tsx'
import type { GridCardProps } from '../../ui/card-grid.tsx'
import type { Chosen, Group, SavedAvatar } from './api.ts'
import { startDrag, useDrop } from './drag.ts'
import { GroupIcon } from './group-icon.tsx'
import styles from './saved.module.css'
import { useSavedTexts } from './texts.ts'
import { chosenOf, type Selection } from './use-selection.ts'

interface SavedContext {
  readonly selection: Selection
  /** Groups to name on cards; none where the page shows one group. */
  readonly groups: readonly Group[]
  /** Puts dropped avatars before another; null where the order is not one's own. */
  readonly dropBefore: ((avatars: readonly Chosen[], before: string) => void) | null
}

const Context = createContext<SavedContext | null>(null)

/** Tells the cards what is chosen, and what dropping does. */
export const SavedCards = Context.Provider

/** A saved avatar: it can be chosen and dragged, and stays when it is not listed. */
export function SavedCard({ avatar, ...place }: GridCardProps<SavedAvatar>) {
  const texts = useSavedTexts()
  const { selection, groups, dropBefore } = use(Context)!
  const { isOver, handlers } = useDrop(avatars => dropBefore?.(avatars, avatar.id))
  const group = groups.find(({ id }) => id === avatar.groupId)
  const isChosen = selection.chosen.has(avatar.id)
  const name = avatar.name === '' ? texts.nameless : avatar.name
  const choose = (event: MouseEvent) => {
    if (!selection.isOn || (event.target as Element).closest('button, label') !== null) return
    event.preventDefault()
    event.stopPropagation()
    selection.toggle(avatar)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys and a dialog do what dragging does
    <div
      className={styles.item}
      draggable
      data-chosen={isChosen || undefined}
      data-choosing={selection.isOn || undefined}
      data-unavailable={!avatar.available || undefined}
      data-over={isOver || undefined}
      onClickCapture={choose}
      onDragStart={event => startDrag(event, isChosen ? [...selection.chosen.values()] : [chosenOf(avatar)])}
      {...(dropBefore && handlers)}
    >
      <AvatarCard avatar={{ ...avatar, name }} {...place}>
        <label className={styles.check}>
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={texts.selectName(name)}
            checked={isChosen}
            onChange={() => selection.toggle(avatar)}
          />
        </label>
        {!avatar.available && <span className={styles.badge}>{texts.notListed}</span>}
        {avatar.available && group !== undefined && (
          <span className={styles.badge}>
            <GroupIcon name={group.icon} />
            <bdi>{group.name}</bdi>
          </span>
        )}
      </AvatarCard>
    </div>
  )
}
