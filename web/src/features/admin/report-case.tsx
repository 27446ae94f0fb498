import { Link } from 'wouter'
import { platformPageUrl } from '../../lib/avatar.ts'
import { formatCount } from '../../lib/format.ts'
import { formatMoment } from '../../lib/format-times.ts'
import { usePreferences } from '../../lib/preferences.ts'
import buttons from '../../ui/button.module.css'
import { Picture } from '../../ui/picture.tsx'
import rows from '../../ui/rows.module.css'
import { WriteButton } from '../../ui/write-button.tsx'
import styles from './admin.module.css'
import type { Case } from './cases.ts'
import { useAdminTexts } from './texts.ts'
import type { CaseActs } from './use-case-acts.ts'

interface ReportCaseProps {
  avatarCase: Case
  isOpen: boolean
  acts: CaseActs
}

/** A case: the reports about one avatar, and the buttons to decide it. */
export function ReportCase({ avatarCase, isOpen, acts }: ReportCaseProps) {
  const texts = useAdminTexts()
  const [{ keys }] = usePreferences()
  const { avatarId, listed, blocked, reasons, reports } = avatarCase
  const name = acts.nameOf(avatarCase)
  const picture = { id: avatarId, name, imageUrl: listed ? avatarCase.imageUrl : '', tags: [] }
  return (
    <li data-case={avatarId} className={styles.case}>
      <div>
        <Picture key={avatarId} avatar={picture} size="card" canReveal veil={texts.reported} />
      </div>
      <div className={styles.facts}>
        <h2>
          <CaseLink id={avatarId} isListed={listed} name={name} />
          {blocked && <span className={rows.mark}>{texts.blockedMark}</span>}
          {!listed && !blocked && <span className={rows.mark}>{texts.notListed}</span>}
        </h2>
        {avatarCase.authorName !== '' && <Creator avatarCase={avatarCase} />}
        <p className={styles.reasons}>
          {reasons.map(([reason, count]) => (
            <b key={reason}>
              {count === 1 ? texts.reasons[reason] : texts.times(texts.reasons[reason], formatCount(count))}
            </b>
          ))}
        </p>
        <ul className={styles.texts}>
          {reports.map(({ id, text, at }) => (
            <li key={id}>
              <time dateTime={at}>{formatMoment(at)}</time>
              {text !== '' && <bdi>{text}</bdi>}
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.acts}>
        {!blocked && (
          <WriteButton
            className={buttons.main}
            aria-keyshortcuts={keys ? 'b' : undefined}
            aria-label={texts.blockName(name)}
            onClick={() => void acts.block(avatarCase)}
          >
            {texts.block}
          </WriteButton>
        )}
        <WriteButton
          className={buttons.button}
          aria-keyshortcuts={keys && isOpen ? 'd' : undefined}
          aria-label={isOpen ? texts.dismissName(name) : texts.reopenName(name)}
          onClick={() => void (isOpen ? acts.dismiss(avatarCase) : acts.reopen(avatarCase))}
        >
          {isOpen ? texts.dismiss : texts.reopen}
        </WriteButton>
        {!blocked && avatarCase.authorId !== '' && (
          <WriteButton
            className={buttons.quiet}
            aria-label={texts.blockCreatorName(avatarCase.authorName)}
            onClick={() => void acts.blockCreator(avatarCase)}
          >
            {texts.blockCreator}
          </WriteButton>
        )}
      </div>
    </li>
  )
}

function Creator({ avatarCase: { authorId, authorName, listed } }: { avatarCase: Case }) {
  const texts = useAdminTexts()
  const text = <bdi>{texts.by(authorName)}</bdi>
  return (
    <p>
      {listed ? (
        <Link className={styles.link} href={`/creator/${authorId}`}>
          {text}
        </Link>
      ) : (
        text
      )}
    </p>
  )
}

/** Links to the avatar's page, or to the platform's page when the avatar has none here. */
function CaseLink({ id, isListed, name }: { id: string; isListed: boolean; name: string }) {
  const text = <bdi>{name}</bdi>
  if (isListed) return <Link href={`/avatar/${id}`}>{text}</Link>
  return (
    <a href={platformPageUrl(id)} rel="noreferrer">
      {text}
    </a>
  )
}
