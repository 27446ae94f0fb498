import { useState } from 'react'
import type { Input } from '../../lib/api.ts'
import buttons from '../../ui/button.module.css'
import { Dialog, focusFirst } from '../../ui/dialog.tsx'
import forms from '../../ui/form.module.css'
import { useUiTexts } from '../../ui/texts.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { WriteButton } from '../../ui/write-button.tsx'
import type { Application } from './api.ts'
import { redirectProblem } from './redirect-problem.ts'
import { useAccountTexts } from './texts.ts'

export type AppFields = Input<'POST /account/applications'>['body']

const KINDS = ['public', 'confidential'] as const

interface AppFormProps {
  /** Null registers a new application. */
  app: Application | null
  close: () => void
  onSubmit: (fields: AppFields) => Promise<void>
}

/** A form for an application's details; redirect URIs are checked while they are typed. */
export function AppForm({ app, close, onSubmit }: AppFormProps) {
  const texts = useAccountTexts()
  const uiTexts = useUiTexts()
  const [uriText, setUriText] = useState(app?.redirectUris.join('\n') ?? '')
  const redirectUris = uriText.split('\n').flatMap(line => line.trim() || [])
  const [kind, setKind] = useState<AppFields['kind']>(app?.kind ?? 'public')
  const invalidUri = redirectProblem(redirectUris, kind)
  const submit = useSubmit(async event => {
    if (invalidUri !== null || redirectUris.length === 0) return
    const form = new FormData(event.currentTarget)
    const textOf = (name: string) => String(form.get(name) ?? '').trim()
    await onSubmit({ name: textOf('name'), siteUrl: textOf('siteUrl') || null, redirectUris, kind })
  })
  return (
    <Dialog title={app === null ? texts.newApp : texts.editApp(app.name)} close={close}>
      <form className={forms.form} onSubmit={submit}>
        <label>
          {texts.appName}
          <input
            ref={focusFirst}
            name="name"
            required
            maxLength={60}
            autoComplete="off"
            defaultValue={app?.name ?? ''}
          />
          <small>{texts.appNameText}</small>
        </label>
        {app === null && (
          <fieldset>
            <legend>{texts.appKind}</legend>
            {KINDS.map(each => (
              <label key={each} className={forms.option}>
                <input type="radio" name="kind" checked={kind === each} onChange={() => setKind(each)} />
                {texts.kinds[each]}
              </label>
            ))}
          </fieldset>
        )}
        <label>
          {texts.redirectUris}
          <textarea
            rows={3}
            required
            spellCheck={false}
            aria-invalid={invalidUri !== null}
            placeholder="https://app.example/callback"
            value={uriText}
            onChange={event => setUriText(event.currentTarget.value)}
          />
          <small>
            {invalidUri === null
              ? texts.redirectText
              : texts.invalidRedirect(invalidUri.uri, texts.redirectProblems[invalidUri.problem])}
          </small>
        </label>
        <label>
          {texts.siteUrl}
          <input name="siteUrl" type="url" maxLength={200} defaultValue={app?.siteUrl ?? ''} />
        </label>
        <div className={forms.end}>
          <WriteButton
            type="submit"
            className={buttons.main}
            aria-disabled={invalidUri !== null || redirectUris.length === 0}
          >
            {app === null ? texts.register : uiTexts.keep}
          </WriteButton>
        </div>
      </form>
    </Dialog>
  )
}
