import { Link, useLocation, useSearch } from 'wouter'
import { useScrollMemory } from '../../lib/scroll.ts'
import { useSession } from '../../lib/session.ts'
import { useTitle } from '../../lib/title.ts'
import buttons from '../../ui/button.module.css'
import { Loaded } from '../../ui/loaded.tsx'
import { SignedOut } from '../../ui/signed-out.tsx'
import { State } from '../../ui/state.tsx'
import { useUiTexts } from '../../ui/texts.ts'
import { connection } from './api.ts'
import { Checks } from './checks.tsx'
import { ConnectionPanel } from './connection-panel.tsx'
import styles from './discord.module.css'
import { outcomeOf } from './outcome.ts'
import { Servers } from './servers.tsx'
import { useDiscordTexts } from './texts.ts'

const LINKED_ROLES = '/linked-roles'

/** The connection with Discord and its checks; on the dashboard also the person's servers. */
export function DiscordPage() {
  const texts = useDiscordTexts()
  const { find } = useUiTexts()
  const { isKnown, person, features } = useSession()
  const [path] = useLocation()
  const outcome = outcomeOf(useSearch())
  const isLinkedRoles = path === LINKED_ROLES
  const heading = isLinkedRoles ? texts.linkedRoles : texts.dashboard
  useTitle(texts.title(heading))
  useScrollMemory(true)
  if (!isKnown) return null
  if (person === null) {
    const canSignIn = features.signIn && features.discord
    const text = canSignIn ? texts.signInText : texts.notSetUp
    return <SignedOut heading={heading} text={text} canSignIn={canSignIn} />
  }
  if (!features.discord)
    return (
      <State heading="h1" title={texts.notSetUp} text={texts.notSetUpText}>
        <Link className={buttons.button} href="/">
          {find}
        </Link>
      </State>
    )
  return (
    <div className={styles.discord}>
      <h1>{heading}</h1>
      {outcome !== null && (
        <p className={styles.notice} role="status" data-good={outcome === 'connected' || undefined}>
          {texts.outcomes[outcome]}
        </p>
      )}
      <ConnectionAndChecks isLinkedRoles={isLinkedRoles} />
    </div>
  )
}

function ConnectionAndChecks({ isLinkedRoles }: { isLinkedRoles: boolean }) {
  const texts = useDiscordTexts()
  return (
    <Loaded query={connection}>
      {status => (
        <>
          <ConnectionPanel status={status} returnTo={isLinkedRoles ? 'linked-roles' : 'dashboard'} />
          {status.connected && isLinkedRoles && <p className={styles.text}>{texts.goBack}</p>}
          {status.connected && <Checks checks={status.checks} />}
          {status.connected && !isLinkedRoles && <Servers />}
          {status.connected && isLinkedRoles && (
            <p>
              <Link className={styles.link} href="/dashboard">
                {texts.toServers}
              </Link>
            </p>
          )}
        </>
      )}
    </Loaded>
  )
}
