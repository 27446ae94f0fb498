import { useState } from 'react'
import { ask } from '../../lib/api.ts'
import buttons from '../../ui/button.module.css'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import rows from '../../ui/rows.module.css'
import styles from './account.module.css'
import { type Application, applications, useAccountWrite } from './api.ts'
import { type AppFields, AppForm } from './app-form.tsx'
import { AppItem } from './app-item.tsx'
import { CopyLine, CreatedBox } from './secret.tsx'
import { Section } from './section.tsx'
import { useAccountTexts } from './texts.ts'

interface Credentials {
  readonly clientId: string
  /** Null for a public application. */
  readonly clientSecret: string | null
}

type OpenDialog =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit' | 'rotate' | 'delete'; readonly app: Application }
  | null

/** The person's own OAuth applications, which can be registered, edited, given a new secret, and deleted. */
export function Apps() {
  const texts = useAccountTexts()
  const write = useAccountWrite(applications)
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const [newCredentials, setNewCredentials] = useState<Credentials | null>(null)
  const close = () => setDialog(null)
  const register = async (fields: AppFields) => {
    const credentials = await write(() => ask('POST /account/applications', { body: fields }))
    if (credentials === null) return
    close()
    setNewCredentials(credentials)
  }
  /** The kind of an application cannot be changed. */
  const edit = async (clientId: string, { kind: _, ...body }: AppFields) => {
    const params = { clientId }
    if (await write(() => ask('PATCH /account/applications/{clientId}', { params, body }))) close()
  }
  const rotate = async (clientId: string) => {
    close()
    const credentials = await write(() =>
      ask('POST /account/applications/{clientId}/secret', { params: { clientId } }),
    )
    if (credentials !== null) setNewCredentials(credentials)
  }
  const remove = async (clientId: string) => {
    close()
    if (newCredentials?.clientId === clientId) setNewCredentials(null)
    await write(() => ask('DELETE /account/applications/{clientId}', { params: { clientId } }))
  }
  return (
    <Section title={texts.section.apps} text={texts.appsText}>
      <Loaded query={applications}>
        {answer => (
          <>
            {answer.applications.some(({ blockedAt }) => blockedAt !== null) ? (
              <p className={styles.blockedNote}>{texts.noNewAppWhileBlocked}</p>
            ) : (
              <button type="button" className={buttons.main} onClick={() => setDialog({ kind: 'new' })}>
                {texts.newApp}
              </button>
            )}
            {newCredentials !== null && (
              <NewCredentials credentials={newCredentials} close={() => setNewCredentials(null)} />
            )}
            {answer.applications.length === 0 ? (
              <p className={styles.none}>{texts.noApps}</p>
            ) : (
              <ul className={`${rows.rows} ${styles.list}`}>
                {answer.applications.map(app => (
                  <AppItem key={app.clientId} app={app} open={setDialog} />
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
      {dialog?.kind === 'new' && <AppForm app={null} close={close} onSubmit={register} />}
      {dialog?.kind === 'edit' && (
        <AppForm app={dialog.app} close={close} onSubmit={fields => edit(dialog.app.clientId, fields)} />
      )}
      {dialog?.kind === 'rotate' && (
        <ConfirmDialog
          title={texts.rotateTitle(dialog.app.name)}
          confirmText={texts.rotate}
          close={close}
          confirm={() => void rotate(dialog.app.clientId)}
        >
          <p>{texts.rotateText}</p>
        </ConfirmDialog>
      )}
      {dialog?.kind === 'delete' && (
        <ConfirmDialog
          title={texts.deleteAppTitle(dialog.app.name)}
          confirmText={texts.deleteApp}
          close={close}
          confirm={() => void remove(dialog.app.clientId)}
        >
          <p>{texts.deleteAppText}</p>
        </ConfirmDialog>
      )}
    </Section>
  )
}

function NewCredentials({ credentials, close }: { credentials: Credentials; close: () => void }) {
  const texts = useAccountTexts()
  return (
    <CreatedBox close={close}>
      <CopyLine label={texts.clientId} value={credentials.clientId} />
      {credentials.clientSecret !== null && (
        <>
          <CopyLine label={texts.clientSecret} value={credentials.clientSecret} />
          <p>{texts.secretOnce}</p>
        </>
      )}
    </CreatedBox>
  )
}
