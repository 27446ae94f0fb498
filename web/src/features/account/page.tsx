import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { formatCount } from '../../lib/format.ts'
import { useScrollMemory } from '../../lib/scroll.ts'
import { useSession } from '../../lib/session.ts'
import { useTitle } from '../../lib/title.ts'
import buttons from '../../ui/button.module.css'
import { SectionLinks } from '../../ui/section-links.tsx'
import { SignInLink } from '../../ui/sign-in-link.tsx'
import { useUiTexts } from '../../ui/texts.ts'
import styles from './account.module.css'
import { summary } from './api.ts'
import { Apps } from './apps.tsx'
import { Connected } from './connected.tsx'
import { YourData } from './data.tsx'
import { PersonalKeys } from './keys.tsx'
import { Sessions } from './sessions.tsx'
import { BrowserSection, SettingsSection } from './settings.tsx'
import { type AccountTexts, useAccountTexts } from './texts.ts'

type SectionName = keyof AccountTexts['section']

const PATHS: Readonly<Record<SectionName, string>> = {
  settings: '/account',
  sessions: '/account/sessions',
  keys: '/account/keys',
  apps: '/account/apps',
  connected: '/account/connected',
  data: '/account/data',
}

/**
 * The person's account, in sections with addresses of their own.
 * @param id the last segment of the path.
 */
export function AccountPage({ id }: { id: string }) {
  const texts = useAccountTexts()
  const { find } = useUiTexts()
  const { isKnown, person, features } = useSession()
  useTitle(texts.title)
  useScrollMemory(true)
  const sectionNames = Object.keys(PATHS) as SectionName[]
  const sectionName = sectionNames.find(name => name === id) ?? 'settings'
  if (!isKnown) return null
  if (person === null)
    return (
      <div className={styles.account}>
        <header className={styles.head}>
          <h1>{texts.heading}</h1>
        </header>
        <p className={styles.text}>{features.signIn ? texts.signInText : texts.noAccounts}</p>
        <div className={styles.start}>
          {features.signIn && <SignInLink className={buttons.main} />}
          <Link className={buttons.button} href="/">
            {find}
          </Link>
        </div>
        <BrowserSection />
      </div>
    )
  return (
    <div className={styles.account}>
      <header className={styles.head}>
        <h1>{texts.heading}</h1>
        <p>
          <b>
            <bdi>{person.name}</bdi>
          </b>{' '}
          <bdi>@{person.username}</bdi>
        </p>
        <Usage />
      </header>
      <SectionLinks
        label={texts.sections}
        names={texts.section}
        current={sectionName}
        addressOf={name => PATHS[name]}
      />
      {sectionName === 'settings' && <SettingsSection />}
      {sectionName === 'sessions' && <Sessions />}
      {sectionName === 'keys' && <PersonalKeys />}
      {sectionName === 'apps' && <Apps />}
      {sectionName === 'connected' && <Connected />}
      {sectionName === 'data' && <YourData username={person.username} />}
    </div>
  )
}

function Usage() {
  const texts = useAccountTexts()
  const { data } = useQuery(summary)
  if (data === undefined) return null
  const { saved, groups, likes } = data.usage
  return (
    <p>
      <Link href="/saved">{texts.usage(formatCount(saved), formatCount(groups), formatCount(likes))}</Link>
    </p>
  )
}
