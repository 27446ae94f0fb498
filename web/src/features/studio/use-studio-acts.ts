import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { ask } from '../../lib/api.ts'
import { formatCount } from '../../lib/format.ts'
import { answersUnder } from '../../lib/queries.ts'
import { useUiTexts } from '../../ui/texts.ts'
import { useToast } from '../../ui/toast.tsx'
import { MAX_AVATARS, type OwnPage, type SelectedAvatar } from './api.ts'
import { useStudioTexts } from './texts.ts'

/** Acts on the creator's avatars. Each is applied optimistically, sent, and confirmed with an undo. */
export function useStudioActs() {
  const queryClient = useQueryClient()
  const toast = useToast()
  const texts = useStudioTexts()
  const { errorReason, notDone, retry, undo } = useUiTexts()
  const lastAct = useRef<Promise<unknown>>(Promise.resolve())

  /** Runs a write after the earlier ones; a failure is shown with a retry. */
  const attempt = async (write: () => Promise<void>) => {
    const thisAct = lastAct.current.then(write)
    lastAct.current = thisAct.catch(() => {})
    try {
      await thisAct
    } catch (error) {
      const retryAction = { label: retry, run: () => void attempt(write) }
      toast({ text: notDone(errorReason(error)), action: retryAction })
    } finally {
      await queryClient.invalidateQueries(answersUnder('/api/creator/'))
    }
  }

  /** @param hiddenCount number of avatars that stay hidden for another reason. */
  const relistedText = (listedCount: number, hiddenCount: number): string => {
    const text = listedCount === 0 ? '' : texts.relisted(formatCount(listedCount), listedCount)
    return hiddenCount === 0 ? text : texts.withStillHidden(text, formatCount(hiddenCount)).trimStart()
  }

  const setListed = async (avatars: readonly SelectedAvatar[], listed: boolean): Promise<void> => {
    const avatarsToSet = avatars.filter(({ hiddenBecause }) => hiddenBecause.includes('unlisted') === listed)
    if (avatarsToSet.length === 0) return toast({ text: texts.nothingChanged })
    cacheListed(queryClient, new Set(avatarsToSet.map(({ id }) => id)), listed)
    await attempt(async () => {
      const { done, stillHidden } = await sendListed(avatarsToSet, listed)
      const avatarsToUndo = avatarsToSet.map(avatar => ({ ...avatar, hiddenBecause: listed ? [] : UNLISTED }))
      const text = listed
        ? relistedText(done - stillHidden, stillHidden)
        : texts.unlisted(formatCount(done), done)
      toast({
        text,
        action: { label: undo, run: () => void setListed(avatarsToUndo, !listed), isUndo: true },
      })
    })
  }

  const setOptedOut = (optedOut: boolean): Promise<void> =>
    attempt(async () => {
      const { avatars } = await ask('PUT /creator/opt-out', { body: { optedOut } })
      const count = formatCount(avatars)
      toast({
        text: optedOut ? texts.optedOut(count, avatars) : texts.optedIn(count, avatars),
        action: { label: undo, run: () => void setOptedOut(!optedOut), isUndo: true },
      })
    })

  return { setListed, setOptedOut }
}

const UNLISTED = ['unlisted'] as const satisfies SelectedAvatar['hiddenBecause']

/**
 * Sends changes in as few requests as the server allows.
 * @returns how many were changed, and how many stay hidden for another reason.
 */
async function sendListed(avatars: readonly SelectedAvatar[], listed: boolean) {
  let [done, stillHidden] = [0, 0]
  for (let start = 0; start < avatars.length; start += MAX_AVATARS) {
    const ids = avatars.slice(start, start + MAX_AVATARS).map(({ id }) => id)
    const answer = await ask('POST /creator/avatars/visibility', { body: { ids, listed } })
    done += answer.done
    stillHidden += answer.results.filter(each => each.status === 'done' && !each.listed).length
  }
  return { done, stillHidden }
}

/** Changes avatars in the cached pages before the server has answered. */
function cacheListed(queryClient: QueryClient, ids: ReadonlySet<string>, listed: boolean): void {
  const pages = queryClient.getQueriesData<OwnPage>(answersUnder('/api/creator/avatars?'))
  for (const [key, page] of pages) {
    if (page === undefined) continue
    const avatars = page.avatars.map(avatar => {
      if (!ids.has(avatar.id)) return avatar
      const others = avatar.hiddenBecause.filter(reason => reason !== 'unlisted')
      const hiddenBecause = listed ? others : [...UNLISTED, ...others]
      return { ...avatar, hiddenBecause, listed: hiddenBecause.length === 0 }
    })
    queryClient.setQueryData(key, { ...page, avatars })
  }
}
