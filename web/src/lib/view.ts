/** The visible part of the page, in pixels. */
export interface View {
  readonly scrollY: number
  readonly height: number
}

/** The view at the last event; null while nobody follows it. */
let view: View | null = null
const listeners = new Set<() => void>()

/** Returns the stored view, because reading it from the document would force a layout at each keystroke. */
export function currentView(): View {
  return view ?? viewOfDocument()
}

/**
 * Calls a function whenever the page is scrolled or resized. The view is read once for all of them, because React can
 * render between two listeners of the browser, and the next reading would force a layout.
 * @returns a function that ends it.
 */
export function followView(changed: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener('scroll', note, { passive: true })
    addEventListener('resize', note)
  }
  view = viewOfDocument()
  listeners.add(changed)
  return () => {
    listeners.delete(changed)
    if (listeners.size > 0) return
    view = null
    removeEventListener('scroll', note)
    removeEventListener('resize', note)
  }
}

function viewOfDocument(): View {
  return { scrollY, height: innerHeight }
}

function note(): void {
  view = viewOfDocument()
  for (const listener of listeners) listener()
}
