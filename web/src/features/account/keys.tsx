import { useState } from 'react'
import { ask } from '../../lib/api.ts'
import { formatDate } from '../../lib/format-times.ts'
import buttons from '../../ui/button.module.css'
import forms from '../../ui/form.module.css'
import { Loaded } from '../../ui/loaded.tsx'
import rows from '../../ui/rows.module.css'
import { useSubmit } from '../../ui/use-submit.ts'
import { WriteButton } from '../../ui/write-button.tsx'
import styles from './account.module.css'
import { personalKeys, useAccountWrite } from './api.ts'
import { CopyCode, CopyLine, CreatedBox } from './secret.tsx'
import { Section } from './section.tsx'
import { useAccountTexts } from './texts.ts'

const MAX_NAME_LENGTH = 40

/** The choices of days until a key expires; 0 for never. */
const LIFETIME_DAYS = [30, 90, 365, 0] as const

/** The personal keys, which can be created and revoked. A new one is shown once. */
export function PersonalKeys() {
  const texts = useAccountTexts()
  const write = useAccountWrite(personalKeys)
  const [secret, setSecret] = useState<string | null>(null)
  const create = useSubmit(async ({ currentTarget: form }) => {
    const fields = new FormData(form)
    const name = String(fields.get('name')).trim()
    if (name === '') return
    const scopes = fields.has('write') ? (['read', 'write'] as const) : (['read'] as const)
    const days = Number(fields.get('days'))
    const body = { name, scopes: [...scopes], ...(days > 0 && { expiresInDays: days }) }
    const newKey = await write(() => ask('POST /account/keys', { body }))
    if (newKey === null) return
    form.reset()
    setSecret(newKey.key)
  })
  const revoke = (keyId: string) =>
    write(
      () => ask('DELETE /account/keys/{keyId}', { params: { keyId } }),
      () => texts.revoked,
    )
  return (
    <Section title={texts.section.keys} text={texts.keysText}>
      <form className={forms.inline} onSubmit={create}>
        <label>
          {texts.keyName}
          <input name="name" required maxLength={MAX_NAME_LENGTH} autoComplete="off" />
        </label>
        <label className={styles.ends}>
          {texts.keyEnds}
          <select name="days" defaultValue="90">
            {LIFETIME_DAYS.map(days => (
              <option key={days} value={days}>
                {texts.keyDays(days)}
              </option>
            ))}
          </select>
        </label>
        <label className={forms.option}>
          <input type="checkbox" name="write" />
          {texts.keyMayWrite}
        </label>
        <WriteButton type="submit" className={buttons.main}>
          {texts.newKey}
        </WriteButton>
      </form>
      {secret !== null && (
        <CreatedBox close={() => setSecret(null)}>
          <CopyLine label={texts.keyMade} value={secret} />
          <p>{texts.keyOnce}</p>
          <CopyCode
            label={texts.example}
            code={`curl ${location.origin}/api/favorites -H "Authorization: Bearer ${secret}"`}
          />
        </CreatedBox>
      )}
      <Loaded query={personalKeys}>
        {answer =>
          answer.keys.length === 0 ? (
            <p className={styles.none}>{texts.noKeys}</p>
          ) : (
            <ul className={`${rows.rows} ${styles.list}`}>
              {answer.keys.map(({ id, name, scopes, createdAt, expiresAt, lastUsedAt }) => (
                <li key={id}>
                  <div>
                    <b>
                      <bdi>{name}</bdi>
                    </b>
                    <small>
                      {scopes.map(scope => texts.keyScopes[scope]).join(' · ')} ·{' '}
                      {expiresAt === null ? texts.keyNeverEnds : texts.keyEndsOn(formatDate(expiresAt))}
                    </small>
                    <small>
                      {texts.created(formatDate(createdAt))} ·{' '}
                      {lastUsedAt === null ? texts.neverUsed : texts.lastUsed(formatDate(lastUsedAt))}
                    </small>
                  </div>
                  <WriteButton
                    className={buttons.button}
                    aria-label={texts.revokeName(name)}
                    onClick={() => void revoke(id)}
                  >
                    {texts.revoke}
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
