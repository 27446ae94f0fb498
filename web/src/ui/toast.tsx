import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react'
import styles from './toast.module.css'

const SHOWN_MS = 8000

export interface Toast {
  readonly text: ReactNode
  readonly action?: { readonly label: string; readonly run: () => void }
}

type Show = (toast: Toast) => void

const ShowToast = createContext<Show>(() => {})

/** Shows a message at the bottom for eight seconds, with one action such as undo. */
export function useToast(): Show {
  return use(ShowToast)
}

/** Shows the latest toast over its children. */
export function Toasts({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<Toast | null>(null)
  const show = useCallback<Show>(next => setToast(next), [])
  useEffect(() => {
    if (toast === null) return
    const timer = setTimeout(() => setToast(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [toast])
  return (
    <ShowToast value={show}>
      {children}
      <div className={styles.place} role="status">
        {toast !== null && <ToastBox toast={toast} close={() => setToast(null)} />}
      </div>
    </ShowToast>
  )
}

function ToastBox({ toast: { text, action }, close }: { toast: Toast; close: () => void }) {
  const act = () => {
    close()
    action?.run()
  }
  return (
    <div className={styles.toast}>
      <span>{text}</span>
      {action !== undefined && (
        <button type="button" onClick={act}>
          {action.label}
        </button>
      )}
    </div>
  )
}
