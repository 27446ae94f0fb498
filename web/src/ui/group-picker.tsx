import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import Check from '~icons/lucide/check'
import Plus from '~icons/lucide/plus'
import { ask } from '../lib/api.ts'
import { useKey } from '../lib/keys.ts'
import { answerOf } from '../lib/queries.ts'
import styles from './group-picker.module.css'
import { useUiTexts } from './texts.ts'
import { useSubmit } from './use-submit.ts'
import { WriteButton } from './write-button.tsx'

const MAX_NAME_LENGTH = 40

/** Fetches the groups, and as few avatars as possible. */
const groupsQuery = answerOf('GET /favorites', { query: { limit: 1 } })

/**
 * Moves an avatar that was just saved into a group.
 * @param whenSaved resolves when the server has saved it.
 */
export function GroupPicker({ id, whenSaved }: { id: string; whenSaved: Promise<void> }) {
  const texts = useUiTexts()
  const queryClient = useQueryClient()
  const { data } = useQuery(groupsQuery)
  const [currentGroupId, setCurrentGroupId] = useState<string | null>(null)
  const [problem, setProblem] = useState('')
  const fieldset = useRef<HTMLFieldSetElement>(null)
  useKey('m', () => fieldset.current?.querySelector('button')?.focus())
  const attempt = async (act: () => Promise<string | null>) => {
    const previousGroupId = currentGroupId
    try {
      setProblem('')
      setCurrentGroupId(await act())
    } catch (error) {
      setCurrentGroupId(previousGroupId)
      setProblem(texts.errorReason(error))
    }
  }
  const move = (groupId: string | null) =>
    attempt(async () => {
      setCurrentGroupId(groupId)
      await whenSaved
      await ask('PUT /favorites/{id}/group', { params: { id }, body: { groupId } })
      return groupId
    })
  const create = async (name: string) => {
    let isCreated = false
    await attempt(async () => {
      await whenSaved
      const group = await ask('POST /favorites/groups', { body: { name, icon: 'star' } })
      isCreated = true
      await queryClient.invalidateQueries(groupsQuery)
      await ask('PUT /favorites/{id}/group', { params: { id }, body: { groupId: group.id } })
      return group.id
    })
    return isCreated
  }
  if (data === undefined) return null
  return (
    <fieldset ref={fieldset} className={styles.groups} aria-label={texts.groups}>
      {data.groups.map(group => (
        <WriteButton
          key={group.id}
          aria-pressed={group.id === currentGroupId}
          onClick={() => void move(group.id === currentGroupId ? null : group.id)}
        >
          {group.id === currentGroupId && <Check aria-hidden />}
          <bdi>{group.name}</bdi>
        </WriteButton>
      ))}
      <NewGroup create={create} />
      <span className={styles.problem} role="status">
        {problem}
      </span>
    </fieldset>
  )
}

/** @param create resolves to false when there is no such group, so that what was typed stays for another attempt. */
function NewGroup({ create }: { create: (name: string) => Promise<boolean> }) {
  const texts = useUiTexts()
  /** Undefined until it was opened; the button that replaces a closed form gets the focus. */
  const [isOpen, setOpen] = useState<boolean>()
  const submit = useSubmit(async ({ currentTarget }) => {
    const name = String(new FormData(currentTarget).get('name')).trim()
    if (name !== '' && (await create(name))) setOpen(false)
  })
  if (!isOpen) {
    return (
      <button
        type="button"
        // biome-ignore lint/a11y/noAutofocus: the form that had the focus is gone
        autoFocus={isOpen === false}
        onClick={() => setOpen(true)}
      >
        <Plus aria-hidden />
        {texts.newGroup}
      </button>
    )
  }
  return (
    <form onSubmit={submit}>
      <input
        // biome-ignore lint/a11y/noAutofocus: the visitor opened it to type
        autoFocus
        name="name"
        maxLength={MAX_NAME_LENGTH}
        aria-label={texts.groupName}
        placeholder={texts.groupName}
        autoComplete="off"
      />
    </form>
  )
}
