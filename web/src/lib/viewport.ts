/** The visible part of the page, in pixels. */
export interface Viewport {
  readonly scrollY: number
  readonly height: number
}

/** The viewport at the last event; null while nothing follows it. */
let viewport: Viewport | null = null
const listeners = new Set<() => void>()

/** The viewport at the last event, because reading it from the document would force a layout at each keystroke. */
export function currentViewport(): Viewport {
  return viewport ?? viewportOfDocument()
}

/**
 * Calls `listener` whenever the page is scrolled or resized. One event listener reads the viewport for all of these,
 * because React can render between two event listeners, and the next reading would force a layout.
 * @returns a function that ends the following.
 */
export function followViewport(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener('scroll', update, { passive: true })
    addEventListener('resize', update)
  }
  viewport = viewportOfDocument()
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    viewport = null
    removeEventListener('scroll', update)
    removeEventListener('resize', update)
  }
}

function viewportOfDocument(): Viewport {
  return { scrollY, height: innerHeight }
}

function update(): void {
  viewport = viewportOfDocument()
  for (const listener of listeners) listener()
}
