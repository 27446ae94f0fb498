import { Fragment } from 'react'

/** A text in which backticks mark code. */
export function Prose({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    // The parts have no ids, and their order does not change.
    // biome-ignore lint/suspicious/noArrayIndexKey: the text is written as a whole
    index % 2 === 1 ? <code key={index}>{part}</code> : <Fragment key={index}>{part}</Fragment>,
  )
}
