import type { ReactNode } from 'react'
import { Link } from 'wouter'
import Braces from '~icons/lucide/braces'
import Plus from '~icons/lucide/circle-plus'
import Person from '~icons/lucide/circle-user-round'
import Globe from '~icons/lucide/globe'
import Keyboard from '~icons/lucide/keyboard'
import Palette from '~icons/lucide/palette'
import Plug from '~icons/lucide/plug'
import Shield from '~icons/lucide/shield-check'
import { useSession } from '../lib/session.ts'
import { signOut } from '../lib/sign-out.ts'
import buttons from '../ui/button.module.css'
import { PreferenceControls } from '../ui/preferences/preference-controls.tsx'
import { SignInLink } from '../ui/sign-in-link.tsx'
import { WriteButton } from '../ui/write-button.tsx'
import styles from './menu.module.css'
import { usePanelTexts } from './panel-texts.ts'
import { openShortcuts } from './shortcuts.tsx'
import { useShellTexts } from './texts.ts'

/**
 * The content of the menu: who is signed in, the preferences of this browser, and links; on narrow screens also the one
 * to submit.
 */
export function MenuContent({ close }: { close: () => void }) {
  const texts = usePanelTexts()
  const { submit } = useShellTexts()
  const { person, features, isAdministrator } = useSession()
  return (
    <>
      <SignedInPerson />
      <PreferenceControls />
      <div className={styles.links}>
        <MenuLink className={styles.onlyNarrow} href="/submit" icon={Plus} close={close}>
          {submit}
        </MenuLink>
        {person !== null && (
          <>
            <MenuLink href="/account" icon={Person} close={close}>
              {texts.yourAccount}
            </MenuLink>
            <MenuLink href="/studio" icon={Palette} close={close}>
              {texts.studio}
            </MenuLink>
          </>
        )}
        {person !== null && features.discord && (
          <MenuLink href="/dashboard" icon={Plug} close={close}>
            Discord
          </MenuLink>
        )}
        {isAdministrator && (
          <MenuLink href="/admin/reports" icon={Shield} close={close}>
            {texts.moderation}
          </MenuLink>
        )}
        <button
          type="button"
          onClick={() => {
            close()
            openShortcuts()
          }}
        >
          <Keyboard aria-hidden />
          {texts.keyboard}
        </button>
        <MenuLink href="/docs/worlds" icon={Globe} close={close}>
          {texts.worlds}
        </MenuLink>
        <a href="/docs">
          <Braces aria-hidden />
          {texts.docs}
        </a>
      </div>
    </>
  )
}

interface MenuLinkProps {
  href: string
  icon: typeof Globe
  close: () => void
  className?: string | undefined
  children: ReactNode
}

function MenuLink({ icon: Icon, close, children, ...linkProps }: MenuLinkProps) {
  return (
    <Link {...linkProps} onClick={close}>
      <Icon aria-hidden />
      {children}
    </Link>
  )
}

/** The name of the signed-in person, or a link to sign in. */
function SignedInPerson() {
  const texts = usePanelTexts()
  const { person, features } = useSession()
  if (person !== null) {
    return (
      <div className={styles.who}>
        <p>
          <b>
            <bdi>{person.name}</bdi>
          </b>
          <small>
            <bdi>@{person.username}</bdi>
          </small>
        </p>
        <WriteButton className={buttons.quiet} onClick={() => void signOut()}>
          {texts.signOut}
        </WriteButton>
      </div>
    )
  }
  if (!features.signIn) return null
  return (
    <div className={styles.who}>
      <p>{texts.whySignIn}</p>
      <SignInLink className={buttons.main} />
    </div>
  )
}
