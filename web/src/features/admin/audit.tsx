import { useState } from 'react'
import { formatCount } from '../../lib/format.ts'
import { formatMoment } from '../../lib/format-times.ts'
import buttons from '../../ui/button.module.css'
import styles from './admin.module.css'
import { AUDIT_PAGE, auditFrom } from './api.ts'
import { auditDetail } from './audit-detail.ts'
import { Listing, Row } from './listing.tsx'
import { useAdminTexts } from './texts.ts'

const FORMATS = { count: formatCount, moment: formatMoment }

/** The acts of all operators, in pages. */
export function Audit() {
  const texts = useAdminTexts()
  const [offset, setOffset] = useState(0)
  return (
    <Listing query={auditFrom(offset)} text={texts.auditText} emptyText={texts.noAudit}>
      {({ entries, nextOffset }) => (
        <>
          {entries.map(({ id, at, actor, action, subject, detail, facts }) => (
            <Row key={id} title={texts.actions[action]}>
              {' '}
              <bdi>
                <code>{subject}</code>
              </bdi>
              {detail !== '' && (
                <p>{facts === null ? <bdi>{detail}</bdi> : auditDetail(facts, texts, FORMATS)}</p>
              )}
              <small>
                <bdi>{actor}</bdi> · <time dateTime={at}>{formatMoment(at)}</time>
              </small>
            </Row>
          ))}
          {(offset > 0 || nextOffset !== null) && (
            <li className={styles.pager}>
              <button
                type="button"
                className={buttons.button}
                aria-disabled={offset === 0}
                onClick={() => setOffset(Math.max(0, offset - AUDIT_PAGE))}
              >
                {texts.newer}
              </button>
              <button
                type="button"
                className={buttons.button}
                aria-disabled={nextOffset === null}
                onClick={() => setOffset(nextOffset ?? offset)}
              >
                {texts.older}
              </button>
            </li>
          )}
        </>
      )}
    </Listing>
  )
}
