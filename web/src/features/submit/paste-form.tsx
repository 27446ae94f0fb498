import { type DragEvent, type FormEvent, useEffect, useId, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { formatCount } from '../../lib/format.ts'
import { addTextToSubmit, keepTextToSubmit, textToSubmit } from '../../lib/to-submit.ts'
import buttons from '../../ui/button.module.css'
import { WriteButton } from '../../ui/write-button.tsx'
import type { Item } from './items.ts'
import { readIds } from './read-ids.ts'
import styles from './submit.module.css'
import { useSubmitTexts } from './texts.ts'

/** The text that this tab had or got from another page, with the one in the address. */
function initialText(): string {
  addTextToSubmit(new URLSearchParams(location.search).get('text') ?? '')
  return textToSubmit()
}

interface PasteFormProps {
  items: readonly Item[]
  add: (ids: readonly string[]) => void
}

/** Reads ids from pasted, typed or dropped text. */
export function PasteForm({ items, add }: PasteFormProps) {
  const texts = useSubmitTexts()
  const [text, setText] = useState(initialText)
  const [, navigate] = useLocation()
  // The text is kept from now on; in the address it would return at a reload after it was deleted.
  useEffect(() => {
    if (location.search !== '') navigate(location.pathname, { replace: true })
  }, [navigate])
  useEffect(() => keepTextToSubmit(text), [text])
  const fieldId = useId()
  const hintId = useId()
  const isEmpty = text.trim() === ''
  const { ids, repeatedCount, incompleteId } = useMemo(() => readIds(text), [text])
  const itemIds = useMemo(() => new Set(items.map(item => item.id)), [items])
  const newIds = ids.filter(id => !itemIds.has(id))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (newIds.length === 0) return
    // Deletes the stored text before the ids are stored, because a browser may have no room for both.
    keepTextToSubmit('')
    add(newIds)
    setText('')
  }
  const drop = async (event: DragEvent) => {
    const files = [...event.dataTransfer.files]
    if (files.length === 0) return
    event.preventDefault()
    const fileTexts = await Promise.all(files.map(file => file.text()))
    setText(text => [text, ...fileTexts].filter(Boolean).join('\n'))
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <label htmlFor={fieldId}>{texts.paste}</label>
      <textarea
        id={fieldId}
        rows={6}
        spellCheck={false}
        autoComplete="off"
        aria-describedby={hintId}
        placeholder={'avtr_…\nhttps://vrchat.com/home/avatar/avtr_…'}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        onDrop={event => void drop(event)}
      />
      <div className={styles.formEnd}>
        <div>
          <p id={hintId} hidden={!isEmpty}>
            {texts.whereIdsAre}
          </p>
          <p role="status">
            {!isEmpty && texts.found(ids.length, repeatedCount, ids.length - newIds.length, incompleteId)}
          </p>
        </div>
        <WriteButton type="submit" className={buttons.main} aria-disabled={newIds.length === 0}>
          {newIds.length === 0 ? texts.submitNone : texts.submit(formatCount(newIds.length))}
        </WriteButton>
      </div>
    </form>
  )
}
