import {
  createContext,
  type ReactNode,
  type RefObject,
  Suspense,
  use,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { useKey } from '../lib/keys.ts'
import { focusResults } from './focus-results.ts'
import styles from './toast.module.css'

const SHOWN_MS = 8000

/** Pixels above and below the toast in a dialog. */
const AROUND = 32

interface Action {
  readonly label: string
  readonly run: () => void
  /** True when the keyboard shortcut for undo runs it, too. */
  readonly isUndo?: boolean
}

interface Toast {
  readonly text: ReactNode
  readonly action?: Action
  /** Shown below the text. While it has the focus, the toast stays. */
  readonly content?: ReactNode
  /** True for the message of a failed act, which disappears with the dialog in which the act was tried. */
  readonly isRefusal?: boolean
}

type Show = (toast: Toast) => void

/** The dialog that contains the toast; null for the bottom of the page. */
type Place = HTMLElement | null

interface Shown {
  readonly toast: Toast
  readonly number: number
  readonly isHigh: boolean
  readonly place: Place
}

const ToastContext = createContext<{ readonly show: Show; readonly setPlace: (place: Place) => void }>({
  show: () => {},
  setPlace: () => {},
})

/** Shows a message for eight seconds, at the bottom or in the open dialog, with one action such as undo. */
export function useToast(): Show {
  return use(ToastContext).show
}

/** A `ref` for the element of a modal dialog that shows toasts, because everything outside of the dialog is inert. */
export function useToastPlace(): (place: Place) => void {
  return use(ToastContext).setPlace
}

/** Renders its children and the latest toast over them. */
export function Toasts({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown | null>(null)
  const [dialog, setDialog] = useState<Place>(null)
  const wasPressedLow = usePressedLow()
  const [context] = useState(() => {
    let place: Place = null
    let number = 0
    const show: Show = toast => setShown({ toast, number: ++number, isHigh: wasPressedLow.current, place })
    const setPlace = (now: Place) => {
      place = now
      setDialog(now)
      if (now === null) setShown(leaveDialog)
    }
    return { show, setPlace }
  })
  const boxIn = (place: Place) => (
    <ToastBox shown={shown?.place === place ? shown : null} close={() => setShown(null)} />
  )
  return (
    <ToastContext value={context}>
      {children}
      <div className={styles.place} data-high={shown?.isHigh || undefined}>
        {boxIn(null)}
      </div>
      {dialog && createPortal(boxIn(dialog), dialog)}
    </ToastContext>
  )
}

/**
 * Returns the toast that remains when a dialog closes: it moves to the page for the rest of its time, unless it reports
 * a failure.
 */
function leaveDialog(shown: Shown | null): Shown | null {
  if (!shown?.place) return shown
  return shown.toast.isRefusal ? null : { ...shown, place: null }
}

/** True when the last press was in the lower half of the screen, which a toast would cover. */
function usePressedLow(): RefObject<boolean> {
  const isLow = useRef(false)
  useEffect(() => {
    const note = ({ clientY }: PointerEvent) => {
      isLow.current = clientY > innerHeight / 2
    }
    addEventListener('pointerdown', note, { capture: true, passive: true })
    return () => removeEventListener('pointerdown', note, { capture: true })
  }, [])
  return isLow
}

/**
 * Stays in the document even without a toast: screen readers announce changes inside of a status element, but not a new
 * one.
 */
function ToastBox({ shown, close }: { shown: Shown | null; close: () => void }) {
  /** The toast under the pointer or with the focus, which does not disappear. */
  const [held, setHeld] = useState<Shown | null>(null)
  /** The element that had the focus before the toast. */
  const focusedBefore = useRef<HTMLElement | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const isHeld = shown === held
  useLayoutEffect(() => {
    if (shown === null) return
    // If another toast follows, its button keeps the focus.
    if (box.current!.contains(document.activeElement)) setHeld(shown)
    const { offsetHeight } = box.current!
    // A dialog that scrolls is scrolled by the toast's height, so that the toast does not move the button that was
    // pressed.
    box.current!.closest('dialog')?.scrollBy({ top: offsetHeight + AROUND })
  }, [shown])
  const end = useEffectEvent(close)
  useEffect(() => {
    if (shown === null || isHeld) return
    const timer = setTimeout(end, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [shown, isHeld])
  const action = shown?.toast.action
  const leave = () => {
    const hasFocus = box.current!.contains(document.activeElement)
    close()
    if (!hasFocus) return
    if (focusedBefore.current?.isConnected) focusedBefore.current.focus({ preventScroll: true })
    else focusResults()
  }
  const act = () => {
    leave()
    action?.run()
  }
  useKey('z', () => action?.isUndo && act())
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer and focus hold it, Esc on its buttons closes it
    <div
      ref={box}
      className={shown === null ? undefined : styles.toast}
      onPointerOver={() => setHeld(shown)}
      onPointerLeave={() => setHeld(null)}
      onFocus={({ currentTarget, relatedTarget }) => {
        setHeld(shown)
        if (!currentTarget.contains(relatedTarget))
          focusedBefore.current = relatedTarget as HTMLElement | null
      }}
      onBlur={() => setHeld(null)}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        // Keeps the dialog that contains the toast open.
        event.preventDefault()
        leave()
      }}
    >
      <div className={styles.line}>
        <p role="status">{shown && <span key={shown.number}>{shown.toast.text}</span>}</p>
        {action !== undefined && (
          <button type="button" onClick={act}>
            {action.label}
          </button>
        )}
      </div>
      <Suspense key={shown?.number}>{shown?.toast.content}</Suspense>
    </div>
  )
}
