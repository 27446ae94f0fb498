import { Link, useLocation, useSearch } from 'wouter'
import Braces from '~icons/lucide/braces'
import Plus from '~icons/lucide/circle-plus'
import Person from '~icons/lucide/circle-user-round'
import Globe from '~icons/lucide/globe'
import Keyboard from '~icons/lucide/keyboard'
import Palette from '~icons/lucide/palette'
import Plug from '~icons/lucide/plug'
import Shield from '~icons/lucide/shield-check'
import { signInAddress, signOut, useSession } from '../lib/session.ts'
import buttons from '../ui/button.module.css'
import { PreferenceControls } from '../ui/preferences/preference-controls.tsx'
import { WriteButton } from '../ui/write-button.tsx'
import { openKeys } from './keys.tsx'
import styles from './menu.module.css'
import { usePanelTexts } from './panel-texts.ts'
import { useShellTexts } from './texts.ts'

/**
 * Account, settings of this browser, which take effect at once, and links; on narrow screens also the link to submit.
 */
export function MenuContent({ close }: { close: () => void }) {
  const texts = usePanelTexts()
  const { submit } = useShellTexts()
  return (
    <>
      <Identity />
      <PreferenceControls />
      <div className={styles.links}>
        <Link className={styles.onlyNarrow} href="/submit" onClick={close}>
          <Plus aria-hidden />
          {submit}
        </Link>
        <AccountLink close={close} />
        <StudioLink close={close} />
        <DiscordLink close={close} />
        <AdminLink close={close} />
        <button
          type="button"
          onClick={() => {
            close()
            openKeys()
          }}
        >
          <Keyboard aria-hidden />
          {texts.keyboard}
        </button>
        <Link href="/docs/worlds" onClick={close}>
          <Globe aria-hidden />
          {texts.worlds}
        </Link>
        <a href="/docs">
          <Braces aria-hidden />
          {texts.docs}
        </a>
      </div>
    </>
  )
}

function AccountLink({ close }: { close: () => void }) {
  const texts = usePanelTexts()
  const { person } = useSession()
  if (person === null) return null
  return (
    <Link href="/account" onClick={close}>
      <Person aria-hidden />
      {texts.yourAccount}
    </Link>
  )
}

function StudioLink({ close }: { close: () => void }) {
  const texts = usePanelTexts()
  const { person } = useSession()
  if (person === null) return null
  return (
    <Link href="/studio" onClick={close}>
      <Palette aria-hidden />
      {texts.studio}
    </Link>
  )
}

function DiscordLink({ close }: { close: () => void }) {
  const { person, features } = useSession()
  if (person === null || !features.discord) return null
  return (
    <Link href="/dashboard" onClick={close}>
      <Plug aria-hidden />
      Discord
    </Link>
  )
}

function AdminLink({ close }: { close: () => void }) {
  const texts = usePanelTexts()
  const { isAdministrator } = useSession()
  if (!isAdministrator) return null
  return (
    <Link href="/admin/reports" onClick={close}>
      <Shield aria-hidden />
      {texts.moderation}
    </Link>
  )
}

function Identity() {
  const texts = usePanelTexts()
  const { person, features } = useSession()
  const [path] = useLocation()
  const queryString = useSearch()
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
      <a className={buttons.main} href={signInAddress(queryString === '' ? path : `${path}?${queryString}`)}>
        {texts.signIn}
      </a>
    </div>
  )
}
