import { Fragment } from 'react'

/** A text whose parts in backticks are code. */
export function Prose({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    // A part has no other identity than its place.
    // biome-ignore lint/suspicious/noArrayIndexKey: the text is written as a whole
    index % 2 === 1 ? <code key={index}>{part}</code> : <Fragment key={index}>{part}</Fragment>,
  )
}
