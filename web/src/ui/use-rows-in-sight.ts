import { useSyncExternalStore } from 'react'
import type { GridShape } from './grid-shape.ts'
import { firstClearRow, rowsInSight } from './rows-in-sight.ts'

/** The rows of a grid that are in sight, and the first that no bar covers; the component is shown again only when others are. */
export function useRowsInSight(
  rows: number,
  { cells: { rowHeight }, top, covered }: GridShape,
): readonly [first: number, end: number, firstClear: number] {
  // A text, because two arrays are never the same.
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

/** The part of the page in sight at the last event; null while nothing follows events. */
let view: View | null = null
const listeners = new Set<() => void>()

/** Asking the document instead would lay the page out at each keystroke, between two changes of it. */
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
