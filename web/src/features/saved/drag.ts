import { type DragEvent, useState } from 'react'
import type { SelectedAvatar } from './api.ts'

const DRAG_TYPE = 'application/x-avatary-saved'

/** Attaches avatars to a drag; other programs receive their ids as text. */
export function startDrag({ dataTransfer }: DragEvent, avatars: readonly SelectedAvatar[]): void {
  dataTransfer.effectAllowed = 'move'
  dataTransfer.setData(DRAG_TYPE, JSON.stringify(avatars))
  dataTransfer.setData('text/plain', avatars.map(({ id }) => id).join('\n'))
}

/** Makes an element a drop target for saved avatars; `isOver` while some are dragged over it. */
export function useDrop(onDrop: (avatars: readonly SelectedAvatar[]) => void) {
  const [isOver, setOver] = useState(false)
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes(DRAG_TYPE)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'move' as const
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        setOver(false)
        const text = event.dataTransfer.getData(DRAG_TYPE)
        if (text === '') return
        event.preventDefault()
        onDrop(JSON.parse(text) as SelectedAvatar[])
      },
    },
  }
}
