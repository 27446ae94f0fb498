import { useSyncExternalStore } from 'react'
import type { GridShape } from './grid-shape.ts'
import { firstClearRow, rowsInSight } from './rows-in-sight.ts'

/**
 * The visible rows of a grid, and the first that bars do not cover. The component re-renders only when these change.
 */
export function useRowsInSight(
  rows: number,
  { cells: { rowHeight }, top, covered }: GridShape,
): readonly [first: number, end: number, firstClear: number] {
  // The snapshot is a string, because a new array never equals the previous one, and React would re-render endlessly.
  const range = useSyncExternalStore(subscribe, () => {
    const view = { rows, rowHeight, top, covered, ...currentView() }
    return `${rowsInSight(view).join(' ')} ${firstClearRow(view)}`
  })
  const [first, end, firstClear] = range.split(' ').map(Number)
  return [first!, end!, firstClear!]
}

interface View {
  readonly scrollY: number
  readonly height: number
}

/** The visible part of the page at the last event; null while nobody subscribes. */
let view: View | null = null
const listeners = new Set<() => void>()

/** Uses the stored view, because reading it from the document would force a layout at each keystroke. */
function currentView(): View {
  return view ?? viewOfDocument()
}

function viewOfDocument(): View {
  return { scrollY, height: innerHeight }
}

function note(): void {
  view = viewOfDocument()
  for (const listener of listeners) listener()
}

function subscribe(changed: () => void): () => void {
  if (listeners.size === 0) {
    view = viewOfDocument()
    addEventListener('scroll', note, { passive: true })
    addEventListener('resize', note)
  }
  listeners.add(changed)
  return () => {
    listeners.delete(changed)
    if (listeners.size > 0) return
    view = null
    removeEventListener('scroll', note)
    removeEventListener('resize', note)
  }
}
