import { ask } from '../../lib/api.ts'
import { formatDate } from '../../lib/format-times.ts'
import { signOut } from '../../lib/sign-out.ts'
import buttons from '../../ui/button.module.css'
import { Loaded } from '../../ui/loaded.tsx'
import rows from '../../ui/rows.module.css'
import { WriteButton } from '../../ui/write-button.tsx'
import styles from './account.module.css'
import { sessions, useAccountWrite } from './api.ts'
import { Section } from './section.tsx'
import { useAccountTexts } from './texts.ts'

/** The browsers in which the person is signed in. */
export function Sessions() {
  const texts = useAccountTexts()
  const writeAndRefetch = useAccountWrite(sessions)
  const write = useAccountWrite(null)
  const end = (sessionId: string) =>
    writeAndRefetch(
      () => ask('DELETE /account/sessions/{sessionId}', { params: { sessionId } }),
      () => texts.signedOut,
    )
  const endAll = async () => {
    if ((await write(() => ask('DELETE /account/sessions', {}))) !== null) location.reload()
  }
  return (
    <Section title={texts.section.sessions} text={texts.sessionsText}>
      <Loaded query={sessions}>
        {answer => (
          <ul className={`${rows.rows} ${styles.list}`}>
            {answer.sessions.map(({ id, device, createdOn, seenOn, isCurrent }) => (
              <li key={id}>
                <div>
                  <b>{texts.devices[device]}</b>
                  {isCurrent && <span className={rows.mark}>{texts.thisBrowser}</span>}
                  <small>{texts.sessionDates(formatDate(createdOn), formatDate(seenOn))}</small>
                </div>
                <WriteButton
                  className={buttons.button}
                  aria-label={texts.signOutThere(texts.devices[device], formatDate(createdOn))}
                  onClick={() => void (isCurrent ? signOut() : end(id))}
                >
                  {texts.signOut}
                </WriteButton>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <WriteButton className={buttons.button} onClick={() => void endAll()}>
        {texts.signOutAll}
      </WriteButton>
    </Section>
  )
}
