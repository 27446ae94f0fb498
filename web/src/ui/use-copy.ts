import { useUiTexts } from './texts.ts'
import { useToast } from './toast.tsx'

/** Returns a function that copies a text and confirms it. */
export function useCopy(): (text: string) => Promise<void> {
  const texts = useUiTexts()
  const toast = useToast()
  return async text => {
    const isCopied = await copy(text)
    toast({ text: isCopied ? texts.copied : texts.notCopied })
  }
}

async function copy(text: string): Promise<boolean> {
  // Over plain HTTP, browsers provide the clipboard only for localhost.
  if (navigator.clipboard === undefined) return copyBySelection(text)
  return await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
}

function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea')
  const focusedBefore = document.activeElement
  field.value = text
  document.body.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focusedBefore instanceof HTMLElement) focusedBefore.focus({ preventScroll: true })
  return isCopied
}
