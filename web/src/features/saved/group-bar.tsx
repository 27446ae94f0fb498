import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import Plus from '~icons/lucide/plus'
import Settings from '~icons/lucide/settings-2'
import { formatCount } from '../../lib/format.ts'
import sectionLinks from '../../ui/section-links.module.css'
import { useUiTexts } from '../../ui/texts.ts'
import type { Group, SavedPage, SelectedAvatar } from './api.ts'
import { useDrop } from './drag.ts'
import { GroupDialog } from './group-dialog.tsx'
import { GroupIcon } from './group-icon.tsx'
import styles from './saved.module.css'
import { type SavedState, savedAddress, UNAVAILABLE, UNGROUPED } from './state.ts'
import { useSavedTexts } from './texts.ts'
import type { SavedActs } from './use-saved-acts.ts'

interface GroupBarProps {
  state: SavedState
  page: SavedPage
  acts: SavedActs
  goTo: (state: SavedState) => void
}

/** The groups as links, with totals over all pages of the list; avatars can be dropped on them. */
export function GroupBar({ state, page: { groups, page: totals }, acts, goTo }: GroupBarProps) {
  const texts = useSavedTexts()
  const { newGroup } = useUiTexts()
  const [editedGroup, setEditedGroup] = useState<Group | 'new' | null>(null)
  const countByGroup = new Map(totals?.counts.map(({ groupId, avatars }) => [groupId, avatars]))
  const selectedGroup = groups.find(({ id }) => id === state.group)
  const hrefOf = (group: string | undefined) => savedAddress({ ...state, q: undefined, group })
  const moveInto = (group: Group | null) => (avatars: readonly SelectedAvatar[]) =>
    acts.move(avatars, group?.id ?? null, group?.name ?? '')
  return (
    <nav className={`${sectionLinks.links} ${styles.groups}`} aria-label={texts.groups}>
      <GroupLink address={hrefOf(undefined)} isCurrent={state.group === undefined} count={totals?.saved ?? 0}>
        {texts.all}
      </GroupLink>
      {groups.map(group => (
        <GroupLink
          key={group.id}
          address={hrefOf(group.id)}
          isCurrent={group === selectedGroup}
          count={countByGroup.get(group.id) ?? 0}
          onDrop={moveInto(group)}
        >
          <GroupIcon name={group.icon} />
          <bdi>{group.name}</bdi>
        </GroupLink>
      ))}
      {groups.length > 0 && (
        <GroupLink
          address={hrefOf(UNGROUPED)}
          isCurrent={state.group === UNGROUPED}
          count={countByGroup.get(null) ?? 0}
          onDrop={moveInto(null)}
        >
          {texts.ungrouped}
        </GroupLink>
      )}
      {((totals?.unavailable ?? 0) > 0 || state.group === UNAVAILABLE) && (
        <GroupLink
          address={hrefOf(UNAVAILABLE)}
          isCurrent={state.group === UNAVAILABLE}
          count={totals?.unavailable ?? 0}
        >
          {texts.unavailable}
        </GroupLink>
      )}
      {selectedGroup !== undefined && (
        <button
          type="button"
          aria-label={texts.editGroup(selectedGroup.name)}
          title={texts.editGroup(selectedGroup.name)}
          onClick={() => setEditedGroup(selectedGroup)}
        >
          <Settings aria-hidden />
        </button>
      )}
      <button type="button" onClick={() => setEditedGroup('new')}>
        <Plus aria-hidden />
        {newGroup}
      </button>
      {editedGroup === 'new' && (
        <GroupDialog group={null} close={() => setEditedGroup(null)} apply={acts.createGroup} />
      )}
      {editedGroup !== null && editedGroup !== 'new' && (
        <GroupDialog
          group={editedGroup}
          close={() => setEditedGroup(null)}
          apply={(name, icon) => acts.changeGroup(editedGroup, name, icon)}
          remove={() => {
            goTo({})
            void acts.deleteGroup(editedGroup)
          }}
        />
      )}
    </nav>
  )
}

interface GroupLinkProps {
  address: string
  isCurrent: boolean
  count: number
  onDrop?: (avatars: readonly SelectedAvatar[]) => void
  children: ReactNode
}

function GroupLink({ address, isCurrent, count, onDrop, children }: GroupLinkProps) {
  const { isOver, handlers } = useDrop(avatars => onDrop?.(avatars))
  return (
    <Link
      href={address}
      aria-current={isCurrent ? 'page' : undefined}
      data-over={isOver || undefined}
      {...(onDrop && handlers)}
    >
      {children}
      <small className="num">{formatCount(count)}</small>
    </Link>
  )
}
