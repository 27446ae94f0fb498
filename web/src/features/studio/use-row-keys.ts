import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { isLetterKey } from '../../lib/keys.ts'
import type { OwnAvatar, SelectedAvatar } from './api.ts'

interface RowKeysDeps {
  readonly avatars: readonly OwnAvatar[]
  readonly selectedAvatars: ReadonlyMap<string, SelectedAvatar>
  readonly select: (avatars: readonly SelectedAvatar[], isSelected: boolean) => void
}

/**
 * Selects rows of the table. `x` selects the focused row; arrow keys move between rows and, with Shift, select them; a
 * Shift press selects all rows from the one pressed before. While rows are selected, only one row has tab stops.
 */
export function useRowKeys({ avatars, selectedAvatars, select }: RowKeysDeps) {
  const pressedIndex = useRef(0)
  const focusedIndex = useRef(0)
  const body = useRef<HTMLTableSectionElement>(null)
  const hasSelection = selectedAvatars.size > 0
  useLayoutEffect(() => {
    if (body.current !== null) setTabStops(body.current, hasSelection ? focusedIndex.current : null)
  })
  useLayoutEffect(() => {
    if (!hasSelection) return
    // A pressed button of the selection bar disappears together with the bar, and the focus with it.
    return () => {
      if (document.activeElement === document.body) checkBoxOf(body.current, focusedIndex.current)?.focus()
    }
  }, [hasSelection])
  return {
    body,
    onFocus: ({ currentTarget, target }: FocusEvent<HTMLElement>) => {
      const index = indexOf(target)
      if (index < 0) return
      focusedIndex.current = index
      if (hasSelection) setTabStops(currentTarget, index)
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const index = indexOf(event.target as Element)
      const avatar = avatars[index]
      if (avatar === undefined) return
      if (event.key === 'x' && isLetterKey(event)) {
        event.preventDefault()
        select([avatar], !selectedAvatars.has(avatar.id))
        return
      }
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key] ?? 0
      const next = avatars[index + step]
      if (step === 0 || next === undefined || event.altKey || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      checkBoxOf(event.currentTarget, index + step)?.focus()
      if (event.shiftKey) select([avatar, next], true)
    },
    /** @param isRange true when Shift was held. */
    press: (index: number, isSelected: boolean, isRange: boolean) => {
      const from = isRange ? Math.min(pressedIndex.current, index) : index
      const to = isRange ? Math.max(pressedIndex.current, index) : index
      pressedIndex.current = index
      select(avatars.slice(from, to + 1), isSelected)
    },
  }
}

/**
 * @param index of the only row with tab stops, or of none, then it is the first row; null for tab stops in all rows.
 */
function setTabStops(body: HTMLElement, index: number | null): void {
  const rows = [...body.querySelectorAll<HTMLElement>('tr[data-index]')]
  const tabRow = index === null ? undefined : (rows[index] ?? rows[0])
  for (const row of rows)
    for (const control of row.querySelectorAll<HTMLElement>('a, button, input'))
      if (tabRow === undefined || row === tabRow) control.removeAttribute('tabindex')
      else control.tabIndex = -1
}

function checkBoxOf(body: HTMLElement | null, index: number): HTMLElement | null | undefined {
  return body?.querySelector<HTMLElement>(`[data-index="${index}"] input[type="checkbox"]`)
}

function indexOf(element: Element): number {
  return Number(element.closest<HTMLElement>('tr[data-index]')?.dataset.index ?? -1)
}
