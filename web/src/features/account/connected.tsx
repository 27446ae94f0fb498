import { ask } from '../../lib/api.ts'
import { formatDate } from '../../lib/format-times.ts'
import buttons from '../../ui/button.module.css'
import { Loaded } from '../../ui/loaded.tsx'
import rows from '../../ui/rows.module.css'
import { WriteButton } from '../../ui/write-button.tsx'
import styles from './account.module.css'
import { grants, useAccountWrite } from './api.ts'
import { Section } from './section.tsx'
import { useAccountTexts } from './texts.ts'

/** The applications that the person allowed to know who they are. */
export function Connected() {
  const texts = useAccountTexts()
  const write = useAccountWrite(grants)
  const revoke = (grantId: string) =>
    write(
      () => ask('DELETE /account/grants/{grantId}', { params: { grantId } }),
      () => texts.disconnected,
    )
  return (
    <Section title={texts.section.connected} text={texts.connectedText}>
      <Loaded query={grants}>
        {answer =>
          answer.grants.length === 0 ? (
            <p className={styles.none}>{texts.noneConnected}</p>
          ) : (
            <ul className={`${rows.rows} ${styles.list}`}>
              {answer.grants.map(({ id, application, scopes, grantedAt, lastUsedAt }) => (
                <li key={id}>
                  <div>
                    <b>
                      <bdi>{application.name}</bdi>
                    </b>
                    <span className={styles.scopes}>
                      {scopes.map(scope => texts.scopes[scope] ?? scope).join('\u00A0· ')}
                    </span>
                    <small>{texts.allowedOn(formatDate(grantedAt), formatDate(lastUsedAt))}</small>
                  </div>
                  <WriteButton
                    className={buttons.button}
                    aria-label={texts.disconnectName(application.name)}
                    onClick={() => void revoke(id)}
                  >
                    {texts.disconnect}
                  </WriteButton>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  )
}
