import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { Refusal } from '../lib/api.ts'
import type { Avatar } from '../lib/avatar.ts'
import { LatestWrites } from '../lib/latest-writes.ts'
import { addLike, setLive } from '../lib/live/live-state.ts'
import {
  areMarksKnown,
  cacheMark,
  currentMarks,
  hasMark,
  idSetOf,
  invalidateSaved,
  type Mark,
  sendMark,
} from '../lib/marks.ts'
import { signInAddress, useSession } from '../lib/session.ts'
import { keepWish, takeWish } from '../lib/wish.ts'
import { LazyBoundary, lazyPart } from './lazy-part.tsx'
import { useUiTexts } from './texts.ts'
import { useToast } from './toast.tsx'

/** Milliseconds within which presses of a button are sent as one write. */
const COLLAPSE_MS = 300

const NO_IDS: readonly string[] = []

type MarkedAvatar = Pick<Avatar, 'id' | 'name'> & Partial<Pick<Avatar, 'likes'>>

interface Marks {
  /** False when nobody can sign in on this server. */
  readonly canMark: boolean
  readonly saved: ReadonlySet<string>
  readonly liked: ReadonlySet<string>
  /** Sets or removes a mark. Visitors who are not signed in are first asked to. */
  readonly toggle: (mark: Mark, avatar: MarkedAvatar) => void
}

const GroupPicker = lazyPart(() => import('./group-picker.tsx'), 'GroupPicker')

const MarksContext = createContext<Marks | null>(null)

/** The marks of the visitor, and the function that changes them. */
export function useMarks(): Marks {
  return use(MarksContext)!
}

/** Provides the visitor's marks to all cards below. */
export function MarksProvider({ children }: { children: ReactNode }) {
  const { person, features } = useSession()
  const { data } = useQuery({ ...currentMarks, enabled: person !== null })
  const { set, press } = useChanges()
  const saved = idSetOf(data?.saved ?? NO_IDS)
  const liked = idSetOf(data?.liked ?? NO_IDS)
  const canMark = features.signIn === true
  const isSignedIn = person !== null
  const queryClient = useQueryClient()
  const isReady = data !== undefined
  // After a sign-in, applies the mark that the visitor wanted before.
  const fulfilWish = useEffectEvent(() => {
    const wish = takeWish()
    if (wish !== null && !hasMark(queryClient, wish.mark, wish.id)) set(wish.mark, wish, true)
  })
  useEffect(() => {
    if (isReady) fulfilWish()
  }, [isReady])
  const marks = useMemo(() => {
    const toggle = (mark: Mark, avatar: MarkedAvatar) => {
      if (isSignedIn) void press(mark, avatar)
      else if (canMark) signInFor(mark, avatar)
    }
    return { canMark, saved, liked, toggle }
  }, [canMark, isSignedIn, saved, liked, press])
  return <MarksContext value={marks}>{children}</MarksContext>
}

/**
 * Returns functions that change marks. `set` applies a mark optimistically, sends it, and reverts it on failure.
 * `press` waits until the server's state is known, and sets the opposite.
 */
function useChanges() {
  const queryClient = useQueryClient()
  const toast = useToast()
  const texts = useUiTexts()
  const reportFailure = useEffectEvent(
    (mark: Mark, avatar: MarkedAvatar, error: Error, retry: () => void) => {
      if (error instanceof Refusal && error.code === 'sign_in_required') return signInFor(mark, avatar)
      const text = texts.notMarked(<bdi>{avatar.name}</bdi>, texts.errorReason(error))
      toast({ text, action: { label: texts.retry, run: retry } })
    },
  )
  const tell = useEffectEvent((mark: Mark, avatar: MarkedAvatar, isOn: boolean, whenSaved: Promise<void>) => {
    const name = <bdi>{avatar.name}</bdi>
    const action = { label: texts.undo, run: () => set(mark, avatar, !isOn), isUndo: true }
    if (mark === 'liked') return toast({ text: isOn ? texts.liked(name) : texts.unliked(name), action })
    if (!isOn) return toast({ text: texts.removed(name), action })
    toast({
      text: texts.saved(name),
      content: (
        <LazyBoundary>
          <GroupPicker id={avatar.id} whenSaved={whenSaved} />
        </LazyBoundary>
      ),
      action,
    })
  })
  const [{ set, press }] = useState(() => {
    const show = (mark: Mark, { id, likes }: MarkedAvatar, isOn: boolean) => {
      cacheMark(queryClient, mark, id, isOn)
      if (mark === 'liked' && likes !== undefined) addLike(id, likes, isOn ? 1 : -1)
    }
    const avatars = new Map<string, MarkedAvatar>()
    const writes = new LatestWrites({
      pause: () => new Promise(resolve => setTimeout(resolve, COLLAPSE_MS)),
      async send(key, isOn) {
        const [mark, id] = key.split(' ') as [Mark, string]
        const likes = await sendMark(mark, id, isOn)
        if (likes !== null) setLive(id, { likes })
        void invalidateSaved(queryClient, [mark, id, isOn])
      },
      onFailure(key, isOn, error) {
        const [mark, id] = key.split(' ') as [Mark, string]
        const avatar = avatars.get(id)!
        show(mark, avatar, !isOn)
        reportFailure(mark, avatar, error, () => set(mark, avatar, isOn))
      },
    })
    const set = (mark: Mark, avatar: MarkedAvatar, isOn: boolean) => {
      avatars.set(avatar.id, avatar)
      show(mark, avatar, isOn)
      const whenWritten = writes.press(`${mark} ${avatar.id}`, isOn)
      tell(mark, avatar, isOn, whenWritten)
    }
    const press = async (mark: Mark, avatar: MarkedAvatar) => {
      try {
        if (!areMarksKnown(queryClient)) await queryClient.ensureQueryData(currentMarks)
      } catch (error) {
        return reportFailure(mark, avatar, error as Error, () => void press(mark, avatar))
      }
      set(mark, avatar, !hasMark(queryClient, mark, avatar.id))
    }
    return { set, press }
  })
  return { set, press }
}

function signInFor(mark: Mark, { id, name }: MarkedAvatar): void {
  keepWish({ mark, id, name })
  location.assign(signInAddress(location.pathname + location.search))
}
