import { type FormEvent, useState } from 'react'
import { ask, type Input } from '../../lib/api.ts'
import type { Avatar } from '../../lib/avatar.ts'
import buttons from '../../ui/button.module.css'
import { Dialog } from '../../ui/dialog.tsx'
import forms from '../../ui/form.module.css'
import { useUiTexts } from '../../ui/texts.ts'
import { useToast } from '../../ui/toast.tsx'
import { WriteButton } from '../../ui/write-button.tsx'
import { useAvatarTexts } from './texts.ts'

type Reason = Input<'POST /avatars/{id}/report'>['body']['reason']

const MAX_TEXT_LENGTH = 1000

/** A dialog for reporting an avatar to the operators. */
export function Report({ avatar, close }: { avatar: Avatar; close: () => void }) {
  const { reporting: texts } = useAvatarTexts()
  const { errorReason, cancel } = useUiTexts()
  const toast = useToast()
  const [problem, setProblem] = useState('')
  const [isSending, setSending] = useState(false)
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = String(form.get('text')).trim()
    const body = { reason: form.get('reason') as Reason, ...(text !== '' && { text }) }
    setSending(true)
    try {
      await ask('POST /avatars/{id}/report', { params: { id: avatar.id }, body })
      close()
      toast({ text: texts.thanks })
    } catch (error) {
      setProblem(errorReason(error))
      setSending(false)
    }
  }
  return (
    <Dialog title={texts.title(avatar.name)} close={close}>
      <form className={forms.form} onSubmit={event => void send(event)}>
        <fieldset>
          <legend>{texts.reason}</legend>
          {Object.entries(texts.reasons).map(([reason, name]) => (
            <label key={reason} className={forms.option}>
              <input type="radio" name="reason" value={reason} required />
              {name}
            </label>
          ))}
        </fieldset>
        <label>
          {texts.text}
          <textarea name="text" rows={4} maxLength={MAX_TEXT_LENGTH} />
        </label>
        <small>{texts.anonymous}</small>
        <p className={forms.problem} role="alert">
          {problem}
        </p>
        <div className={forms.end}>
          <button type="button" className={buttons.quiet} onClick={close}>
            {cancel}
          </button>
          <WriteButton type="submit" className={buttons.main} aria-disabled={isSending}>
            {texts.send}
          </WriteButton>
        </div>
      </form>
    </Dialog>
  )
}
