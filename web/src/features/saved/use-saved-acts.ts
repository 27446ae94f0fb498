import type { FavoriteAct, GroupIcon } from '@avatary/contract/account'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ask } from '../../lib/api.ts'
import { formatCount } from '../../lib/format.ts'
import { currentMarks, invalidateSaved } from '../../lib/marks.ts'
import { useUiTexts } from '../../ui/texts.ts'
import { useToast } from '../../ui/toast.tsx'
import { cacheSaved, type Group, MAX_ACTS, type SelectedAvatar } from './api.ts'
import { type SavedState, UNGROUPED } from './state.ts'
import { useSavedTexts } from './texts.ts'

export type SavedActs = ReturnType<typeof useSavedActs>

/** Acts on saved avatars. Each is applied optimistically, sent, and confirmed with an undo. */
export function useSavedActs(state: SavedState) {
  const queryClient = useQueryClient()
  const toast = useToast()
  const texts = useSavedTexts()
  const { errorReason, notDone, retry, undo } = useUiTexts()

  const refetchAll = async () => {
    await Promise.all([invalidateSaved(queryClient), queryClient.invalidateQueries(currentMarks)])
  }

  /**
   * Runs a write. A failure is shown with a retry, and the list is refetched.
   * @param refetch awaited after the write; by default nothing waits, so that a dialog closes with the write.
   */
  const attempt = async <Result>(
    write: () => Promise<Result>,
    done?: (result: Result) => void,
    refetch: () => Promise<void> = async () => void refetchAll(),
  ) => {
    try {
      const result = await write()
      done?.(result)
      return true
    } catch (error) {
      const reason = errorReason(error)
      const retryAction = { label: retry, run: () => void attempt(write, done) }
      toast({ text: notDone(reason), action: retryAction, isFailure: true })
      return false
    } finally {
      await refetch()
    }
  }

  const offerUndo = (text: ReactNode, run: () => void) =>
    toast({ text, action: { label: undo, run, isUndo: true } })

  const restore = (ids?: readonly string[]) =>
    attempt(
      () => restoreAll(ids),
      restored =>
        toast({
          text: restored > 0 ? texts.restored(formatCount(restored), restored) : texts.nothingToRestore,
        }),
    )

  const moveBack = (avatars: readonly SelectedAvatar[]) =>
    attempt(
      () => send(avatars.map(({ id, groupId }) => ({ act: 'move', id, groupId }))),
      () => toast({ text: texts.movedBack(formatCount(avatars.length), avatars.length) }),
    )

  return {
    move: (avatars: readonly SelectedAvatar[], groupId: string | null, name: string) => {
      const ids = idsOf(avatars)
      const isStillShown = state.group === undefined || state.group === (groupId ?? UNGROUPED)
      cacheSaved(queryClient, state, ids, avatar => (isStillShown ? { ...avatar, groupId } : null))
      const count = formatCount(ids.size)
      void attempt(
        () => send(avatars.map(({ id }) => ({ act: 'move', id, groupId }))),
        () => {
          const text = groupId === null ? texts.movedOut(count, ids.size) : texts.moved(count, ids.size, name)
          offerUndo(text, () => void moveBack(avatars))
        },
      )
    },

    moveToNew: (avatars: readonly SelectedAvatar[], name: string, icon: GroupIcon) =>
      attempt(moveIntoNew(name, icon, [...idsOf(avatars)]), () =>
        offerUndo(
          texts.moved(formatCount(avatars.length), avatars.length, name),
          () => void moveBack(avatars),
        ),
      ),

    remove: (avatars: readonly SelectedAvatar[]) => {
      const ids = idsOf(avatars)
      cacheSaved(queryClient, state, ids, () => null)
      void attempt(
        () => send(avatars.map(({ id }) => ({ act: 'remove', id }))),
        () => offerUndo(texts.removed(formatCount(ids.size), ids.size), () => void restore([...ids])),
      )
    },

    /**
     * Resolves when the avatars are shown in their new order.
     * @param nextId the avatar before which they are put; null puts them last.
     */
    order: (avatars: readonly Pick<SelectedAvatar, 'id'>[], nextId: string | null) =>
      attempt(
        () => send(avatars.map(({ id }) => ({ act: 'order', id, before: nextId }))),
        undefined,
        refetchAll,
      ),

    clear: () =>
      attempt(
        () => ask('DELETE /favorites', {}),
        () => offerUndo(texts.cleared, () => void restore()),
      ),

    restore: () => restore(),

    createGroup: (name: string, icon: GroupIcon) =>
      attempt(() => ask('POST /favorites/groups', { body: { name, icon } })),

    changeGroup: ({ id }: Group, name: string, icon: GroupIcon) =>
      attempt(() =>
        ask('PATCH /favorites/groups/{groupId}', { params: { groupId: id }, body: { name, icon } }),
      ),

    deleteGroup: async (group: Group) => {
      const params = { groupId: group.id }
      await attempt(
        async () => {
          const ids = await idsInGroup(group.id)
          await ask('DELETE /favorites/groups/{groupId}', { params })
          return ids
        },
        ids =>
          offerUndo(
            texts.groupDeleted(group.name),
            () =>
              void attempt(moveIntoNew(group.name, group.icon, ids), () =>
                toast({ text: texts.groupRestored(group.name) }),
              ),
          ),
      )
    },
  }
}

function idsOf(avatars: readonly Pick<SelectedAvatar, 'id'>[]): ReadonlySet<string> {
  return new Set(avatars.map(({ id }) => id))
}

/** Sends acts in as few batches as possible. */
async function send(acts: readonly FavoriteAct[]): Promise<void> {
  for (let start = 0; start < acts.length; start += MAX_ACTS)
    await ask('POST /favorites/batch', { body: { acts: acts.slice(start, start + MAX_ACTS) } })
}

/**
 * Restores avatars, or all of those removed last.
 * @returns how many were restored.
 */
async function restoreAll(ids?: readonly string[]): Promise<number> {
  if (ids === undefined) return (await ask('POST /favorites/restore', { body: {} })).restored
  let restored = 0
  for (let start = 0; start < ids.length; start += MAX_ACTS) {
    const batchIds = ids.slice(start, start + MAX_ACTS)
    restored += (await ask('POST /favorites/restore', { body: { ids: batchIds } })).restored
  }
  return restored
}

/** The ids of all avatars in a group. */
async function idsInGroup(group: string): Promise<string[]> {
  const ids: string[] = []
  let isMore = true
  while (isMore) {
    const query = { group, limit: MAX_ACTS, offset: ids.length }
    const { avatars } = await ask('GET /favorites', { query })
    ids.push(...avatars.map(({ id }) => id))
    isMore = avatars.length === MAX_ACTS
  }
  return ids
}

/** Returns a function that moves avatars into a new group. Called again after a failure, it creates no second group. */
function moveIntoNew(name: string, icon: GroupIcon, ids: readonly string[]): () => Promise<void> {
  let group: Group | undefined
  return async () => {
    group ??= await ask('POST /favorites/groups', { body: { name, icon } })
    const { id: groupId } = group
    await send(ids.map(id => ({ act: 'move', id, groupId })))
  }
}
