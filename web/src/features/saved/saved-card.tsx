import { createContext, type MouseEvent, memo, use } from 'react'
import { AvatarCard } from '../../ui/avatar-card.tsx'
import type { GridCardProps } from '../../ui/card-grid.tsx'
import type { Group, SavedAvatar, SelectedAvatar } from './api.ts'
import { startDrag, useDrop } from './drag.ts'
import { GroupIcon } from './group-icon.tsx'
import styles from './saved.module.css'
import { useSavedTexts } from './texts.ts'

/** The keys of a saved card, which are appended to those of every card. */
const KEYS = ' x m'
const ORDERED_KEYS = `${KEYS} Alt+ArrowLeft Alt+ArrowRight`

/** The acts of all cards. Always the same object, so that a card re-renders only when its own data changes. */
export interface CardActs {
  readonly toggle: (avatar: SavedAvatar) => void
  /** @returns false unless a selection has begun; the avatar is then opened instead. */
  readonly toggleIfSelecting: (avatar: SavedAvatar) => boolean
  /** The avatars that are dragged together with this one. */
  readonly avatarsToDrag: (avatar: SavedAvatar) => readonly SelectedAvatar[]
  readonly dropBefore: (avatars: readonly SelectedAvatar[], nextId: string) => void
}

interface SavedContext {
  readonly selectedAvatars: ReadonlyMap<string, SelectedAvatar>
  /** Groups to name on cards; empty when the page shows a single group. */
  readonly groups: readonly Group[]
  /** True when the list is in the person's own order. */
  readonly isOrdered: boolean
  readonly acts: CardActs
}

const CardsContext = createContext<SavedContext | null>(null)

export const SavedCardsProvider = CardsContext.Provider

/** A saved avatar. It can be selected and dragged, and remains when it is not listed any more. */
export function SavedCard(props: GridCardProps<SavedAvatar>) {
  const { selectedAvatars, groups, isOrdered, acts } = use(CardsContext)!
  const { id, groupId } = props.avatar
  return (
    <Item
      {...props}
      isSelected={selectedAvatars.has(id)}
      group={groups.find(group => group.id === groupId)}
      isOrdered={isOrdered}
      acts={acts}
    />
  )
}

interface ItemProps extends GridCardProps<SavedAvatar> {
  isSelected: boolean
  group: Group | undefined
  isOrdered: boolean
  acts: CardActs
}

const Item = memo(({ avatar, isSelected, group, isOrdered, acts, ...card }: ItemProps) => {
  const texts = useSavedTexts()
  const { isOver, handlers } = useDrop(avatars => acts.dropBefore(avatars, avatar.id))
  const name = avatar.name === '' ? texts.nameless : avatar.name
  const onClick = (event: MouseEvent) => {
    if ((event.target as Element).closest('button, label') !== null || !acts.toggleIfSelecting(avatar)) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys and a dialog do what dragging does
    <div
      className={styles.item}
      draggable
      data-selected={isSelected || undefined}
      data-unavailable={!avatar.available || undefined}
      data-over={isOver || undefined}
      onClickCapture={onClick}
      onDragStart={event => startDrag(event, acts.avatarsToDrag(avatar))}
      {...(isOrdered && handlers)}
    >
      <AvatarCard avatar={{ ...avatar, name }} {...card} moreKeys={isOrdered ? ORDERED_KEYS : KEYS}>
        <label className={styles.check}>
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={texts.selectName(name)}
            checked={isSelected}
            onChange={() => acts.toggle(avatar)}
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
})
