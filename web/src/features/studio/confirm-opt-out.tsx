import { formatCount } from '../../lib/format.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { listedAvatars, type OwnPage } from './api.ts'
import styles from './studio.module.css'
import { useStudioTexts } from './texts.ts'

interface ConfirmOptOutProps {
  /** Length in days of the window whose views are shown. */
  days: number
  close: () => void
  confirm: () => void
}

/** Asks whether to unlist all avatars, and shows the consequence in numbers. */
export function ConfirmOptOut({ days, close, confirm }: ConfirmOptOutProps) {
  const texts = useStudioTexts()
  return (
    <ConfirmDialog title={texts.confirmTitle} confirmText={texts.confirm} close={close} confirm={confirm}>
      <Loaded query={listedAvatars(days)}>{listedPage => <Consequences listedPage={listedPage} />}</Loaded>
    </ConfirmDialog>
  )
}

function Consequences({ listedPage: { total, avatars, days } }: { listedPage: OwnPage }) {
  const texts = useStudioTexts()
  const views = avatars.reduce((sum, { window }) => sum + window.views, 0)
  const saves = avatars.reduce((sum, { lifetime }) => sum + lifetime.favorites, 0)
  return (
    <ul className={styles.consequences}>
      <li>{texts.hides(formatCount(total), total)}</li>
      <li>{texts.losesViews(formatCount(views), days)}</li>
      <li>{texts.losesSaves(formatCount(saves), saves)}</li>
      <li>{texts.hidesFuture}</li>
      <li>{texts.canReturn}</li>
    </ul>
  )
}
