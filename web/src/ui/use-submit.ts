import { type FormEvent, useRef } from 'react'

type SubmitEvent = FormEvent<HTMLFormElement>

/** Returns the handler of a form that ignores another submit, as by a double click, until the first one has ended. */
export function useSubmit(send: (event: SubmitEvent) => Promise<unknown>): (event: SubmitEvent) => void {
  const isSending = useRef(false)
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isSending.current) return
    isSending.current = true
    try {
      await send(event)
    } finally {
      isSending.current = false
    }
  }
  return event => void submit(event)
}
