/** The visible part of the page, in pixels. */
export interface Viewport {
  readonly scrollY: number
  readonly height: number
}

/** The viewport at the last event; null while nothing follows it. */
let viewport: Viewport | null = null
const listeners = new Set<() => void>()

/** Returns the stored viewport, because reading it from the document would force a layout at each keystroke. */
export function currentViewport(): Viewport {
  return viewport ?? viewportOfDocument()
}

/**
 * Calls `changed` whenever the page is scrolled or resized. One listener reads the viewport for all followers, because
 * React can render between two listeners, and the next reading would force a layout.
 * @returns a function that ends the following.
 */
export function followViewport(changed: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener('scroll', note, { passive: true })
    addEventListener('resize', note)
  }
  viewport = viewportOfDocument()
  listeners.add(changed)
  return () => {
    listeners.delete(changed)
    if (listeners.size > 0) return
    viewport = null
    removeEventListener('scroll', note)
    removeEventListener('resize', note)
  }
}

function viewportOfDocument(): Viewport {
  return { scrollY, height: innerHeight }
}

function note(): void {
  viewport = viewportOfDocument()
  for (const listener of listeners) listener()
}
