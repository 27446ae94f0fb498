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

/** The groups as links, which are also drop targets for avatars. */
export function GroupBar({ state, page: { groups, page }, acts, goTo }: GroupBarProps) {
  const texts = useSavedTexts()
  const { newGroup } = useUiTexts()
  const [editedGroup, setEditedGroup] = useState<Group | 'new' | null>(null)
  const counts = new Map(page?.counts.map(({ groupId, avatars }) => [groupId, avatars]))
  const selectedGroup = groups.find(({ id }) => id === state.group)
  const to = (group: string | undefined) => savedAddress({ ...state, q: undefined, group })
  const dropInto = (group: Group | null) => (avatars: readonly SelectedAvatar[]) =>
    acts.move(avatars, group?.id ?? null, group?.name ?? '')
  return (
    <nav className={`${sectionLinks.links} ${styles.groups}`} aria-label={texts.groups}>
      <GroupLink address={to(undefined)} isCurrent={state.group === undefined} count={page?.saved ?? 0}>
        {texts.all}
      </GroupLink>
      {groups.map(group => (
        <GroupLink
          key={group.id}
          address={to(group.id)}
          isCurrent={group === selectedGroup}
          count={counts.get(group.id) ?? 0}
          drop={dropInto(group)}
        >
          <GroupIcon name={group.icon} />
          <bdi>{group.name}</bdi>
        </GroupLink>
      ))}
      {groups.length > 0 && (
        <GroupLink
          address={to(UNGROUPED)}
          isCurrent={state.group === UNGROUPED}
          count={counts.get(null) ?? 0}
          drop={dropInto(null)}
        >
          {texts.ungrouped}
        </GroupLink>
      )}
      {((page?.unavailable ?? 0) > 0 || state.group === UNAVAILABLE) && (
        <GroupLink
          address={to(UNAVAILABLE)}
          isCurrent={state.group === UNAVAILABLE}
          count={page?.unavailable ?? 0}
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
        <GroupDialog group={null} close={() => setEditedGroup(null)} keep={acts.createGroup} />
      )}
      {editedGroup !== null && editedGroup !== 'new' && (
        <GroupDialog
          group={editedGroup}
          close={() => setEditedGroup(null)}
          keep={(name, icon) => acts.changeGroup(editedGroup, name, icon)}
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
  drop?: (avatars: readonly SelectedAvatar[]) => void
  children: ReactNode
}

function GroupLink({ address, isCurrent, count, drop, children }: GroupLinkProps) {
  const { isOver, handlers } = useDrop(avatars => drop?.(avatars))
  return (
    <Link
      href={address}
      aria-current={isCurrent ? 'page' : undefined}
      data-over={isOver || undefined}
      {...(drop && handlers)}
    >
      {children}
      <small className="num">{formatCount(count)}</small>
    </Link>
  )
}
