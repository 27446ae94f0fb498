import { formatMoment } from '../../lib/format-times.ts'
import buttons from '../../ui/button.module.css'
import { WriteButton } from '../../ui/write-button.tsx'
import { AdminRow } from './admin-list.tsx'
import { useAdminTexts } from './texts.ts'

interface SubjectRowProps {
  id: string
  /** Kind of the subject, if the list has several kinds. */
  kind?: string
  name: string | null
  /** Empty when none was given. */
  reason?: string
  /** When it was added to the list. */
  at: string
  /** The button that removes it from the list: text, accessible name, and action. */
  removal: { readonly text: string; readonly name: string; readonly run: () => void }
}

/** A hidden avatar or creator in a list. */
export function SubjectRow({ id, kind, name, reason = '', at, removal }: SubjectRowProps) {
  const texts = useAdminTexts()
  return (
    <AdminRow
      title={<bdi>{name ?? texts.unknownName}</bdi>}
      acts={
        <WriteButton className={buttons.button} aria-label={removal.name} onClick={removal.run}>
          {removal.text}
        </WriteButton>
      }
    >
      <small>
        {kind !== undefined && `${kind} · `}
        <code>{id}</code>
      </small>
      {reason !== '' && (
        <p>
          <bdi>{reason}</bdi>
        </p>
      )}
      <small>{formatMoment(at)}</small>
    </AdminRow>
  )
}
