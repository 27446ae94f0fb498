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

/** Height of the margins above and below a toast in a dialog, together. */
const MARGIN_HEIGHT_PX = 32

interface Action {
  readonly label: string
  readonly run: () => void
  /** True when the keyboard shortcut for undo runs it, too. */
  readonly isUndo?: boolean
}

interface Toast {
  readonly text: ReactNode
  readonly action?: Action | undefined
  /** Shown below the text. While it has the focus, the toast stays. */
  readonly content?: ReactNode
  /** True for the message of a failed write, which disappears with the dialog in which the write was tried. */
  readonly isFailure?: boolean
}

type ShowToast = (toast: Toast) => void

/** The element of a dialog that contains the toast; null for the bottom of the page. */
type Container = HTMLElement | null

interface ShownToast {
  readonly toast: Toast
  readonly number: number
  readonly isAtTop: boolean
  readonly container: Container
}

interface Context {
  readonly show: ShowToast
  readonly setContainer: (container: Container) => void
}

const ToastContext = createContext<Context>({ show: () => {}, setContainer: () => {} })

/** Shows a message for eight seconds, at the bottom or in the open dialog, with one action such as undo. */
export function useToast(): ShowToast {
  return use(ToastContext).show
}

/** A `ref` for the element of a modal dialog that shows toasts, because everything outside of the dialog is inert. */
export function useToastContainer(): (container: Container) => void {
  return use(ToastContext).setContainer
}

/** Renders its children and the latest toast over them. */
export function Toasts({ children }: { children: ReactNode }) {
  const [shownToast, setShownToast] = useState<ShownToast | null>(null)
  const [dialog, setDialog] = useState<Container>(null)
  const isPressInLowerHalf = useIsPressInLowerHalf()
  const [context] = useState(() => {
    let container: Container = null
    let number = 0
    const show: ShowToast = toast =>
      setShownToast({ toast, number: ++number, isAtTop: isPressInLowerHalf.current, container })
    const setContainer = (element: Container) => {
      container = element
      setDialog(element)
      if (element === null) setShownToast(remainingToast)
    }
    return { show, setContainer }
  })
  const renderBox = (container: Container) => (
    <ToastBox
      shownToast={shownToast?.container === container ? shownToast : null}
      close={() => setShownToast(null)}
    />
  )
  return (
    <ToastContext value={context}>
      {children}
      <div className={styles.container} data-at-top={shownToast?.isAtTop || undefined}>
        {renderBox(null)}
      </div>
      {dialog && createPortal(renderBox(dialog), dialog)}
    </ToastContext>
  )
}

/**
 * The toast that remains when a dialog closes: it moves to the page for the rest of its time, unless it reports a
 * failure.
 */
function remainingToast(shownToast: ShownToast | null): ShownToast | null {
  if (!shownToast?.container) return shownToast
  return shownToast.toast.isFailure ? null : { ...shownToast, container: null }
}

/** True when the last press was in the lower half of the screen, which a toast would cover. */
function useIsPressInLowerHalf(): RefObject<boolean> {
  const isInLowerHalf = useRef(false)
  useEffect(() => {
    const update = ({ clientY }: PointerEvent) => {
      isInLowerHalf.current = clientY > innerHeight / 2
    }
    addEventListener('pointerdown', update, { capture: true, passive: true })
    return () => removeEventListener('pointerdown', update, { capture: true })
  }, [])
  return isInLowerHalf
}

/**
 * Stays in the document even without a toast: screen readers announce changes inside of a status element, but not a new
 * one.
 */
function ToastBox({ shownToast, close }: { shownToast: ShownToast | null; close: () => void }) {
  /** The toast under the pointer or with the focus, which does not disappear meanwhile. */
  const [pausedToast, setPausedToast] = useState<ShownToast | null>(null)
  /** The element that had the focus before the toast. */
  const focusedBefore = useRef<HTMLElement | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const isPaused = shownToast === pausedToast
  useLayoutEffect(() => {
    if (shownToast === null) return
    // If another toast follows, its button keeps the focus.
    if (box.current!.contains(document.activeElement)) setPausedToast(shownToast)
    const { offsetHeight } = box.current!
    // A dialog that scrolls is scrolled by the toast's height, so that the toast does not move the button that was
    // pressed.
    box.current!.closest('dialog')?.scrollBy({ top: offsetHeight + MARGIN_HEIGHT_PX })
  }, [shownToast])
  const expire = useEffectEvent(close)
  useEffect(() => {
    if (shownToast === null || isPaused) return
    const timer = setTimeout(expire, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [shownToast, isPaused])
  const action = shownToast?.toast.action
  const closeAndRefocus = () => {
    const hasFocus = box.current!.contains(document.activeElement)
    close()
    if (!hasFocus) return
    if (focusedBefore.current?.isConnected) focusedBefore.current.focus({ preventScroll: true })
    else focusResults()
  }
  const act = () => {
    closeAndRefocus()
    action?.run()
  }
  useKey('z', () => action?.isUndo && act())
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer and focus pause it, Esc on its buttons closes it
    <div
      ref={box}
      className={shownToast === null ? undefined : styles.toast}
      onPointerOver={() => setPausedToast(shownToast)}
      onPointerLeave={() => setPausedToast(null)}
      onFocus={({ currentTarget, relatedTarget }) => {
        setPausedToast(shownToast)
        if (!currentTarget.contains(relatedTarget))
          focusedBefore.current = relatedTarget as HTMLElement | null
      }}
      onBlur={() => setPausedToast(null)}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        // Keeps the dialog that contains the toast open.
        event.preventDefault()
        closeAndRefocus()
      }}
    >
      <div className={styles.line}>
        <p role="status">{shownToast && <span key={shownToast.number}>{shownToast.toast.text}</span>}</p>
        {action !== undefined && (
          <button type="button" onClick={act}>
            {action.label}
          </button>
        )}
      </div>
      <Suspense key={shownToast?.number}>{shownToast?.toast.content}</Suspense>
    </div>
  )
}
