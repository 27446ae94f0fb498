import { useState } from 'react'
import { ask } from '../../lib/api.ts'
import buttons from '../../ui/button.module.css'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './account.module.css'
import { type Application, applications, useWrite } from './api.ts'
import { type AppFields, AppForm } from './app-form.tsx'
import { CopyLine } from './secret.tsx'
import { Loaded, Section } from './section.tsx'
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
      <button type="button" className={buttons.main} onClick={() => setOpen({ kind: 'new' })}>
        {texts.newApp}
      </button>
      {secret !== null && <ShownSecret secret={secret} close={() => setSecret(null)} />}
      <Loaded query={applications}>
        {answer =>
          answer.applications.length === 0 ? (
            <p className={styles.none}>{texts.noApps}</p>
          ) : (
            <ul className={styles.list}>
              {answer.applications.map(app => (
                <li key={app.clientId}>
                  <div>
                    <b>
                      <bdi>{app.name}</bdi>
                    </b>
                    <small>{texts.kinds[app.kind]}</small>
                    <CopyLine label={texts.clientId} value={app.clientId} />
                    <details>
                      <summary>{texts.example}</summary>
                      <pre>
                        <code>{exampleOf(app)}</code>
                      </pre>
                    </details>
                  </div>
                  <div className={styles.acts}>
                    <button
                      type="button"
                      className={buttons.button}
                      onClick={() => setOpen({ kind: 'edit', app })}
                    >
                      {texts.editApp(app.name)}
                    </button>
                    {app.kind === 'confidential' && (
                      <button
                        type="button"
                        className={buttons.button}
                        title={texts.rotateText}
                        onClick={() => void rotate(app.clientId)}
                      >
                        {texts.rotate}
                      </button>
                    )}
                    <button
                      type="button"
                      className={buttons.quiet}
                      onClick={() => setOpen({ kind: 'delete', app })}
                    >
                      {texts.deleteApp}
                    </button>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {open?.kind === 'new' && <AppForm app={null} close={close} keep={register} />}
      {open?.kind === 'edit' && (
        <AppForm app={open.app} close={close} keep={fields => edit(open.app.clientId, fields)} />
      )}
      {open?.kind === 'delete' && (
        <Dialog title={texts.deleteAppTitle(open.app.name)} close={close}>
          <p>{texts.deleteAppText}</p>
          <div className={styles.end}>
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

/** A script for a shell that signs its user in: it prints the address to open, and redeems the code that comes back. */
function exampleOf({ clientId, kind, redirectUris }: Application): string {
  const redirect = redirectUris[0] ?? ''
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirect,
    response_type: 'code',
    scope: 'identify',
    code_challenge_method: 'S256',
  })
  const api = `${location.origin}/api/oauth2`
  const isPublic = kind === 'public'
  return [
    'verifier=$(openssl rand -hex 32)',
    `challenge=$(printf %s "$verifier" | openssl dgst -sha256 -binary | openssl base64 | tr '+/' '-_' | tr -d '=')`,
    `echo "Open ${api}/authorize?${query}&state=$(openssl rand -hex 16)&code_challenge=$challenge"`,
    `printf 'The code in the address you return to, within a minute: '; read -r code`,
    ...(isPublic ? [] : [`printf 'The client secret: '; read -r secret`]),
    `curl ${api}/token -d grant_type=authorization_code -d "code=$code" -d "code_verifier=$verifier" \\`,
    `  --data-urlencode 'redirect_uri=${redirect}' ${isPublic ? `-d client_id=${clientId}` : `-u "${clientId}:$secret"`}`,
  ].join('\n')
}
