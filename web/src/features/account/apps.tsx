import { useState } from 'react'
import { ask } from '../../lib/api.ts'
import buttons from '../../ui/button.module.css'
import { Dialog } from '../../ui/dialog.tsx'
import forms from '../../ui/form.module.css'
import { Loaded } from '../../ui/loaded.tsx'
import rows from '../../ui/rows.module.css'
import styles from './account.module.css'
import { type Application, applications, useWrite } from './api.ts'
import { type AppFields, AppForm } from './app-form.tsx'
import { AppItem } from './app-item.tsx'
import { CopyLine } from './secret.tsx'
import { Section } from './section.tsx'
import { useAccountTexts } from './texts.ts'

interface Secret {
  readonly clientId: string
  readonly clientSecret: string | null
}

type Open = { readonly kind: 'new' } | { readonly kind: 'edit' | 'delete'; readonly app: Application } | null

/** The person's own applications of OAuth: registered, edited, given new secrets, deleted. */
export function Apps() {
  const texts = useAccountTexts()
  const write = useWrite(applications)
  const [open, setOpen] = useState<Open>(null)
  const [secret, setSecret] = useState<Secret | null>(null)
  const close = () => setOpen(null)
  const register = async ({ kind, ...fields }: AppFields) => {
    const made = await write(() => ask('POST /account/applications', { body: { ...fields, kind } }))
    if (made === null) return
    close()
    setSecret(made)
  }
  const edit = async (clientId: string, { kind: _, ...body }: AppFields) => {
    const params = { clientId }
    if (await write(() => ask('PATCH /account/applications/{clientId}', { params, body }))) close()
  }
  const rotate = async (clientId: string) =>
    setSecret(
      await write(() => ask('POST /account/applications/{clientId}/secret', { params: { clientId } })),
    )
  const remove = async (clientId: string) => {
    close()
    await write(() => ask('DELETE /account/applications/{clientId}', { params: { clientId } }))
  }
  return (
    <Section title={texts.section.apps} text={texts.appsText}>
      <Loaded query={applications}>
        {answer => (
          <>
            {answer.applications.some(({ blockedAt }) => blockedAt !== null) ? (
              <p className={styles.refused}>{texts.noneWhileBlocked}</p>
            ) : (
              <button type="button" className={buttons.main} onClick={() => setOpen({ kind: 'new' })}>
                {texts.newApp}
              </button>
            )}
            {secret !== null && <ShownSecret secret={secret} close={() => setSecret(null)} />}
            {answer.applications.length === 0 ? (
              <p className={styles.none}>{texts.noApps}</p>
            ) : (
              <ul className={`${rows.rows} ${styles.list}`}>
                {answer.applications.map(app => (
                  <AppItem key={app.clientId} app={app} open={setOpen} rotate={rotate} />
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
      {open?.kind === 'new' && <AppForm app={null} close={close} keep={register} />}
      {open?.kind === 'edit' && (
        <AppForm app={open.app} close={close} keep={fields => edit(open.app.clientId, fields)} />
      )}
      {open?.kind === 'delete' && (
        <Dialog title={texts.deleteAppTitle(open.app.name)} close={close}>
          <p>{texts.deleteAppText}</p>
          <div className={forms.end}>
            <button type="button" className={buttons.button} onClick={close}>
              {texts.cancel}
            </button>
            <button type="button" className={buttons.main} onClick={() => void remove(open.app.clientId)}>
              {texts.deleteApp}
            </button>
          </div>
        </Dialog>
      )}
    </Section>
  )
}

function ShownSecret({ secret, close }: { secret: Secret; close: () => void }) {
  const texts = useAccountTexts()
  return (
    <div className={styles.made} role="status">
      <CopyLine label={texts.clientId} value={secret.clientId} />
      {secret.clientSecret !== null && (
        <>
          <CopyLine label={texts.clientSecret} value={secret.clientSecret} />
          <p>{texts.secretOnce}</p>
        </>
      )}
      <button type="button" className={buttons.quiet} onClick={close}>
        {texts.done}
      </button>
    </div>
  )
}
