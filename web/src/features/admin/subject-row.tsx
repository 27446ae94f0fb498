import { formatMoment } from '../../lib/format-times.ts'
import buttons from '../../ui/button.module.css'
import { WriteButton } from '../../ui/write-button.tsx'
import { Row } from './listing.tsx'
import { useAdminTexts } from './texts.ts'

interface SubjectRowProps {
  id: string
  /** Kind of the subject, in a list of several kinds. */
  kind?: string
  name: string | null
  /** Empty when none was given. */
  reason?: string
  /** When it was put into the list. */
  at: string
  /** The button that takes it out of the list, and its name. */
  out: { readonly text: string; readonly name: string; readonly run: () => void }
}

/** An avatar or a creator in a list of what is not shown. */
export function SubjectRow({ id, kind, name, reason = '', at, out }: SubjectRowProps) {
  const texts = useAdminTexts()
  return (
    <Row
      title={<bdi>{name ?? texts.unknownName}</bdi>}
      acts={
        <WriteButton className={buttons.button} aria-label={out.name} onClick={out.run}>
          {out.text}
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
    </Row>
  )
}
