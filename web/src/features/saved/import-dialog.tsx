import { useQueryClient } from '@tanstack/react-query'
import { type DragEvent, type FormEvent, useId, useState } from 'react'
import { Link } from 'wouter'
import { type Answer, ask } from '../../lib/api.ts'
import { formatCount } from '../../lib/format.ts'
import { currentMarks, invalidateSaved } from '../../lib/marks.ts'
import { addTextToSubmit } from '../../lib/to-submit.ts'
import buttons from '../../ui/button.module.css'
import { Dialog } from '../../ui/dialog.tsx'
import forms from '../../ui/form.module.css'
import { useUiTexts } from '../../ui/texts.ts'
import { WriteButton } from '../../ui/write-button.tsx'
import styles from './saved.module.css'
import { useSavedTexts } from './texts.ts'

type ImportReport = Answer<'POST /favorites/import'>

/** Saves the avatars listed in a file or text, and says how many were saved, skipped and refused. */
export function ImportDialog({ close }: { close: () => void }) {
  const texts = useSavedTexts()
  const { errorReason } = useUiTexts()
  const queryClient = useQueryClient()
  const [text, setText] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [answer, setAnswer] = useState<ImportReport | null>(null)
  const fieldId = useId()
  const send = async (text: string) => {
    setBusy(true)
    setProblem('')
    try {
      setAnswer(await ask('POST /favorites/import', { body: { text } }))
      await Promise.all([invalidateSaved(queryClient), queryClient.invalidateQueries(currentMarks)])
    } catch (error) {
      setProblem(errorReason(error))
    } finally {
      setBusy(false)
    }
  }
  const sendFile = async (file: File | undefined) => {
    if (file !== undefined) await send(await file.text())
  }
  const drop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    void sendFile(event.dataTransfer.files[0])
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') void send(text)
  }
  return (
    <Dialog title={texts.importTitle} close={close}>
      {answer !== null ? (
        <ImportResult answer={answer} close={close} />
      ) : (
        <form
          className={forms.form}
          aria-busy={isBusy}
          onSubmit={submit}
          onDragOver={event => event.preventDefault()}
          onDrop={drop}
        >
          <p>{texts.importText}</p>
          <label>
            {texts.chooseFile}
            <input
              type="file"
              accept=".json,.csv,.txt,text/*,application/json"
              aria-disabled={isBusy}
              onChange={event => void sendFile(event.currentTarget.files?.[0])}
            />
          </label>
          <label htmlFor={fieldId}>
            {texts.pasteText}
            <textarea
              id={fieldId}
              rows={5}
              spellCheck={false}
              autoComplete="off"
              placeholder="avtr_…"
              value={text}
              onChange={event => setText(event.currentTarget.value)}
            />
          </label>
          <p className={forms.problem} role="alert">
            {problem}
          </p>
          <div className={forms.end}>
            <WriteButton type="submit" className={buttons.main} aria-disabled={isBusy || text.trim() === ''}>
              {texts.importNow}
            </WriteButton>
          </div>
        </form>
      )}
    </Dialog>
  )
}

function ImportResult({ answer, close }: { answer: ImportReport; close: () => void }) {
  const texts = useSavedTexts()
  const { done } = useUiTexts()
  const { added, already, unknown, overLimit, groupsAdded, groupsLeftOut, unknownIds } = answer
  const lines = [
    texts.imported(formatCount(added), added),
    already > 0 && texts.importedAlready(formatCount(already)),
    unknown > 0 && texts.importedUnknown(formatCount(unknown)),
    overLimit > 0 && texts.importedOver(formatCount(overLimit)),
    groupsAdded > 0 && texts.importedGroups(formatCount(groupsAdded), groupsAdded),
    groupsLeftOut > 0 && texts.importedGroupsLeft(formatCount(groupsLeftOut)),
  ].filter(line => line !== false)
  return (
    <div className={forms.form} role="status">
      <ul className={styles.lines}>
        {lines.map(line => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <div className={forms.end}>
        {unknownIds.length > 0 && (
          <Link
            className={buttons.button}
            href="/submit"
            onClick={() => {
              addTextToSubmit(unknownIds.join('\n'))
              close()
            }}
          >
            {texts.submitUnknown}
          </Link>
        )}
        <button type="button" className={buttons.main} onClick={close}>
          {done}
        </button>
      </div>
    </div>
  )
}
