import { type FormEvent, useState } from 'react'
import { ask, routeUrl } from '../../lib/api.ts'
import buttons from '../../ui/button.module.css'
import { Dialog, focusFirst } from '../../ui/dialog.tsx'
import forms from '../../ui/form.module.css'
import { useUiTexts } from '../../ui/texts.ts'
import { WriteButton } from '../../ui/write-button.tsx'
import { useAccountWrite } from './api.ts'
import { Section } from './section.tsx'
import { useAccountTexts } from './texts.ts'

/** Export of all personal data, and deletion of the account. */
export function YourData({ username }: { username: string }) {
  const texts = useAccountTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Section title={texts.exportTitle} text={texts.exportText}>
        <a className={buttons.button} href={routeUrl('/account/export')} download="account.json">
          {texts.download}
        </a>
      </Section>
      <Section title={texts.deleteTitle} text={texts.deleteText}>
        <button type="button" className={buttons.button} onClick={() => setOpen(true)}>
          {texts.deleteAccount}
        </button>
      </Section>
      {isOpen && <DeleteDialog username={username} close={() => setOpen(false)} />}
    </>
  )
}

function DeleteDialog({ username, close }: { username: string; close: () => void }) {
  const texts = useAccountTexts()
  const { cancel } = useUiTexts()
  const write = useAccountWrite(null)
  const [typedName, setTypedName] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (typedName !== username) return
    const answer = await write(() => ask('DELETE /account', { body: { username } }))
    if (answer !== null) location.assign('/')
  }
  return (
    <Dialog title={texts.deleteTitle} close={close}>
      <form className={forms.form} onSubmit={event => void submit(event)}>
        <p>{texts.deleteText}</p>
        <label>
          {texts.typeName(username)}
          <input
            ref={focusFirst}
            autoComplete="off"
            spellCheck={false}
            value={typedName}
            onChange={event => setTypedName(event.currentTarget.value)}
          />
        </label>
        <div className={forms.end}>
          <button type="button" className={buttons.button} onClick={close}>
            {cancel}
          </button>
          <WriteButton type="submit" className={buttons.main} aria-disabled={typedName !== username}>
            {texts.deleteAccount}
          </WriteButton>
        </div>
      </form>
    </Dialog>
  )
}
