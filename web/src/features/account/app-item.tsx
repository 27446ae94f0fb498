import { formatDate } from '../../lib/format-times.ts'
import buttons from '../../ui/button.module.css'
import styles from './account.module.css'
import type { Application } from './api.ts'
import { CopyCode, CopyLine } from './secret.tsx'
import { useAccountTexts } from './texts.ts'

interface AppItemProps {
  app: Application
  /** Opens a dialog about the application. */
  open: (dialog: { kind: 'edit' | 'rotate' | 'delete'; app: Application }) => void
}

/** An application of the person. One that operators have blocked cannot be changed. */
export function AppItem({ app, open }: AppItemProps) {
  const texts = useAccountTexts()
  const { clientId, name, kind, blockedAt } = app
  return (
    <li>
      <div>
        <b>
          <bdi>{name}</bdi>
        </b>
        {blockedAt !== null && (
          <span className={styles.blockedMark}>{texts.blockedApp(formatDate(blockedAt))}</span>
        )}
        <small>{texts.kinds[kind]}</small>
        <CopyLine label={texts.clientId} value={clientId} />
        {blockedAt === null && (
          <details>
            <summary>{texts.example}</summary>
            <p>{texts.exampleText}</p>
            <CopyCode label={texts.example} code={exampleOf(app)} />
          </details>
        )}
      </div>
      {blockedAt === null && (
        <div className={styles.acts}>
          <button type="button" className={buttons.button} onClick={() => open({ kind: 'edit', app })}>
            {texts.editApp(name)}
          </button>
          {kind === 'confidential' && (
            <button type="button" className={buttons.button} onClick={() => open({ kind: 'rotate', app })}>
              {texts.rotate}
            </button>
          )}
          <button type="button" className={buttons.quiet} onClick={() => open({ kind: 'delete', app })}>
            {texts.deleteApp}
          </button>
        </div>
      )}
    </li>
  )
}

/** A shell script that prints the URL to open, redeems the code that comes back, and says who signed in. */
function exampleOf({ clientId, kind, redirectUris }: Application): string {
  const redirectUri = redirectUris[0] ?? ''
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'identify',
    code_challenge_method: 'S256',
  })
  const oauthUrl = `${location.origin}/api/oauth2`
  const isPublic = kind === 'public'
  return [
    // A shell parses a group completely before running it, so that `read` does not consume the next pasted line.
    '{',
    'verifier=$(openssl rand -hex 32)',
    `challenge=$(printf %s "$verifier" | openssl dgst -sha256 -binary | openssl base64 | tr '+/' '-_' | tr -d '=')`,
    `echo "Open ${oauthUrl}/authorize?${query}&state=$(openssl rand -hex 16)&code_challenge=$challenge"`,
    `printf 'The code in the address you return to, within a minute: '; read -r code`,
    ...(isPublic ? [] : [`printf 'The client secret: '; read -r secret`]),
    `answer=$(curl -s ${oauthUrl}/token -d grant_type=authorization_code -d "code=$code" -d "code_verifier=$verifier" \\`,
    `  --data-urlencode 'redirect_uri=${redirectUri}' ${isPublic ? `-d client_id=${clientId}` : `-u "${clientId}:$secret"`})`,
    'echo "$answer"',
    `curl -s ${oauthUrl}/userinfo -H "Authorization: Bearer $(echo "$answer" | sed 's/.*"access_token":"\\([^"]*\\).*/\\1/')"`,
    '}',
  ].join('\n')
}
