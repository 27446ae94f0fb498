import { useState } from 'react'
import { ask } from '../../lib/api.ts'
import { formatAgo } from '../../lib/format-times.ts'
import buttons from '../../ui/button.module.css'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { WriteButton } from '../../ui/write-button.tsx'
import { type Status, useDiscordWrite } from './api.ts'
import styles from './discord.module.css'
import { useDiscordTexts } from './texts.ts'

interface ConnectionPanelProps {
  status: Status
  returnTo: 'dashboard' | 'linked-roles'
}

/** The connected Discord account, with buttons to connect, refresh and disconnect it. */
export function ConnectionPanel({ status, returnTo }: ConnectionPanelProps) {
  return (
    <>
      {status.taken !== null && <Takeover user={status.taken} />}
      {status.user === null ? (
        <NotConnected returnTo={returnTo} />
      ) : (
        <ConnectedUser user={status.user} syncedAt={status.syncedAt} />
      )}
    </>
  )
}

type User = NonNullable<Status['user']>

function NotConnected({ returnTo }: Pick<ConnectionPanelProps, 'returnTo'>) {
  const texts = useDiscordTexts()
  const write = useDiscordWrite()
  const connect = async () => {
    const consent = await write(() => ask('POST /discord/connect', { body: { returnTo } }))
    if (consent !== null) location.assign(consent.url)
  }
  return (
    <>
      <p className={styles.text}>{texts.connectText}</p>
      {returnTo === 'dashboard' && <p className={styles.text}>{texts.dashboardText}</p>}
      <WriteButton className={buttons.main} onClick={() => void connect()}>
        {texts.connect}
      </WriteButton>
    </>
  )
}

function ConnectedUser({ user, syncedAt }: { user: User; syncedAt: string | null }) {
  const texts = useDiscordTexts()
  const write = useDiscordWrite()
  const [isConfirming, setConfirming] = useState(false)
  const sync = () =>
    write(
      () => ask('POST /discord/sync', {}),
      () => texts.syncDone,
    )
  const disconnect = async () => {
    setConfirming(false)
    await write(
      () => ask('DELETE /discord/connection', {}),
      ({ role, grant }) =>
        role === 'pending' || grant === 'pending' ? texts.disconnectedLater : texts.disconnected,
    )
  }
  return (
    <section className={styles.connection}>
      <p>
        {texts.connectedAs}{' '}
        <b>
          <bdi>{user.username}</bdi>
        </b>
        <small>{syncedAt === null ? texts.neverSynced : texts.synced(formatAgo(syncedAt))}</small>
      </p>
      <WriteButton className={buttons.button} onClick={() => void sync()}>
        {texts.sync}
      </WriteButton>
      <button type="button" className={buttons.quiet} onClick={() => setConfirming(true)}>
        {texts.disconnect}
      </button>
      {isConfirming && (
        <ConfirmDialog
          title={texts.disconnectTitle}
          confirmText={texts.disconnect}
          close={() => setConfirming(false)}
          confirm={() => void disconnect()}
        >
          <p>{texts.disconnectText}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

/** Asks whether to move a Discord account here from another account. */
function Takeover({ user }: { user: User }) {
  const texts = useDiscordTexts()
  const write = useDiscordWrite()
  const confirm = () =>
    write(
      () => ask('POST /discord/connection', {}),
      () => texts.outcomes.connected,
    )
  return (
    <section className={styles.notice}>
      <h2>{texts.takenTitle}</h2>
      <p>{texts.takenText(user.username)}</p>
      <WriteButton className={buttons.main} onClick={() => void confirm()}>
        {texts.confirm}
      </WriteButton>
    </section>
  )
}
