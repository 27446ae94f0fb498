import { signInAddress, useSession } from '../../lib/session.ts'
import buttons from '../../ui/button.module.css'
import { ExternalLink } from '../../ui/external-link.tsx'
import { useNoLinkTexts } from './no-link-texts.ts'
import { STUDIO_PATH } from './state.ts'
import styles from './studio.module.css'

/** Tells people without a verified platform account how to get one. */
export function NoLink({ isChecking, checkAgain }: { isChecking: boolean; checkAgain: () => void }) {
  const texts = useNoLinkTexts()
  const { person } = useSession()
  const profile = person?.profile ?? null
  return (
    <section className={styles.noLink}>
      <h1>{texts.noLink}</h1>
      <p>{texts.noLinkText}</p>
      <ol>
        {texts.steps.map(step => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <div className={styles.ways}>
        {profile !== null && (
          <ExternalLink className={buttons.main} href={profile} opensNewTab>
            {texts.openProfile}
          </ExternalLink>
        )}
        <button type="button" className={buttons.button} aria-disabled={isChecking} onClick={checkAgain}>
          {texts.checkAgain}
        </button>
        <a className={buttons.quiet} href={signInAddress(STUDIO_PATH)}>
          {texts.signInAgain}
        </a>
      </div>
      <p className={styles.wait}>{texts.wait}</p>
    </section>
  )
}
