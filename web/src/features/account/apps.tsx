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

interface Secret {
  readonly clientId: string
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
  const [open, setOpen] = useState<OpenDialog>(null)
  const [secret, setSecret] = useState<Secret | null>(null)
  const close = () => setOpen(null)
  const register = async ({ kind, ...fields }: AppFields) => {
    const created = await write(() => ask('POST /account/applications', { body: { ...fields, kind } }))
    if (created === null) return
    close()
    setSecret(created)
  }
  const edit = async (clientId: string, { kind: _, ...body }: AppFields) => {
    const params = { clientId }
    if (await write(() => ask('PATCH /account/applications/{clientId}', { params, body }))) close()
  }
  const rotate = async (clientId: string) => {
    close()
    const created = await write(() =>
      ask('POST /account/applications/{clientId}/secret', { params: { clientId } }),
    )
    if (created !== null) setSecret(created)
  }
  const remove = async (clientId: string) => {
    close()
    if (secret?.clientId === clientId) setSecret(null)
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
                  <AppItem key={app.clientId} app={app} open={setOpen} />
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
      {open?.kind === 'new' && <AppForm app={null} close={close} onSubmit={register} />}
      {open?.kind === 'edit' && (
        <AppForm app={open.app} close={close} onSubmit={fields => edit(open.app.clientId, fields)} />
      )}
      {open?.kind === 'rotate' && (
        <ConfirmDialog
          title={texts.rotateTitle(open.app.name)}
          act={texts.rotate}
          close={close}
          confirm={() => void rotate(open.app.clientId)}
        >
          <p>{texts.rotateText}</p>
        </ConfirmDialog>
      )}
      {open?.kind === 'delete' && (
        <ConfirmDialog
          title={texts.deleteAppTitle(open.app.name)}
          act={texts.deleteApp}
          close={close}
          confirm={() => void remove(open.app.clientId)}
        >
          <p>{texts.deleteAppText}</p>
        </ConfirmDialog>
      )}
    </Section>
  )
}

function ShownSecret({ secret, close }: { secret: Secret; close: () => void }) {
  const texts = useAccountTexts()
  return (
    <CreatedBox close={close}>
      <CopyLine label={texts.clientId} value={secret.clientId} />
      {secret.clientSecret !== null && (
        <>
          <CopyLine label={texts.clientSecret} value={secret.clientSecret} />
          <p>{texts.secretOnce}</p>
        </>
      )}
    </CreatedBox>
  )
}
