import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { isLetterKey } from '../../lib/keys.ts'
import type { OwnAvatar, SelectedAvatar } from './api.ts'

interface RowKeysDeps {
  readonly avatars: readonly OwnAvatar[]
  readonly selectedAvatars: ReadonlyMap<string, SelectedAvatar>
  readonly choose: (avatars: readonly SelectedAvatar[], isOn: boolean) => void
}

/**
 * Selects rows of the table. `x` selects the focused row; arrow keys move between rows and, with Shift, select them; a
 * Shift press selects all rows from the one pressed before. While rows are selected, only one row has tab stops.
 */
export function useRowKeys({ avatars, selectedAvatars, choose }: RowKeysDeps) {
  const pressed = useRef(0)
  const focused = useRef(0)
  const body = useRef<HTMLTableSectionElement>(null)
  const isChoosing = selectedAvatars.size > 0
  useLayoutEffect(() => {
    if (body.current !== null) setTabStops(body.current, isChoosing ? focused.current : null)
  })
  useLayoutEffect(() => {
    if (!isChoosing) return
    // The selection bar moves with the focus.
    return () => {
      if (document.activeElement === document.body) checkBoxOf(body.current, focused.current)?.focus()
    }
  }, [isChoosing])
  return {
    body,
    onFocus: ({ currentTarget, target }: FocusEvent<HTMLElement>) => {
      const index = indexOf(target)
      if (index < 0) return
      focused.current = index
      if (isChoosing) setTabStops(currentTarget, index)
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const index = indexOf(event.target as Element)
      const avatar = avatars[index]
      if (avatar === undefined) return
      if (event.key === 'x' && isLetterKey(event)) {
        event.preventDefault()
        choose([avatar], !selectedAvatars.has(avatar.id))
        return
      }
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key] ?? 0
      const next = avatars[index + step]
      if (step === 0 || next === undefined || event.altKey || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      checkBoxOf(event.currentTarget, index + step)?.focus()
      if (event.shiftKey) choose([avatar, next], true)
    },
    /** @param isRange true when Shift was held. */
    press: (index: number, isOn: boolean, isRange: boolean) => {
      const from = isRange ? Math.min(pressed.current, index) : index
      const to = isRange ? Math.max(pressed.current, index) : index
      pressed.current = index
      choose(avatars.slice(from, to + 1), isOn)
    },
  }
}

/** @param index of the row that gets tab stops; the first row if there is no such row. Null gives them to all rows. */
function setTabStops(body: HTMLElement, index: number | null): void {
  const rows = [...body.querySelectorAll<HTMLElement>('tr[data-index]')]
  const stop = index === null ? undefined : (rows[index] ?? rows[0])
  for (const row of rows)
    for (const control of row.querySelectorAll<HTMLElement>('a, button, input'))
      if (stop === undefined || row === stop) control.removeAttribute('tabindex')
      else control.tabIndex = -1
}

function checkBoxOf(body: HTMLElement | null, index: number): HTMLElement | null | undefined {
  return body?.querySelector<HTMLElement>(`[data-index="${index}"] input[type="checkbox"]`)
}

function indexOf(element: Element): number {
  return Number(element.closest<HTMLElement>('tr[data-index]')?.dataset.index ?? -1)
}
