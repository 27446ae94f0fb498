import { useState } from 'react'
import { formatCount } from '../../lib/format.ts'
import { formatMoment } from '../../lib/format-times.ts'
import buttons from '../../ui/button.module.css'
import styles from './admin.module.css'
import { AdminList, AdminRow } from './admin-list.tsx'
import { AUDIT_ENTRIES_PER_PAGE, auditPageFrom } from './api.ts'
import { auditDetail } from './audit-detail.ts'
import { useAdminTexts } from './texts.ts'

const FORMATTERS = { formatCount, formatMoment }

/** The acts of all operators, in pages. */
export function Audit() {
  const texts = useAdminTexts()
  const [offset, setOffset] = useState(0)
  return (
    <AdminList query={auditPageFrom(offset)} text={texts.auditText} emptyText={texts.noAudit}>
      {({ entries, nextOffset }) => (
        <>
          {entries.map(({ id, at, actor, action, subject, detail, facts }) => (
            <AdminRow key={id} title={texts.actions[action]}>
              {' '}
              <bdi>
                <code>{subject}</code>
              </bdi>
              {detail !== '' && (
                <p>{facts === null ? <bdi>{detail}</bdi> : auditDetail(facts, texts, FORMATTERS)}</p>
              )}
              <small>
                <bdi>{actor}</bdi> · <time dateTime={at}>{formatMoment(at)}</time>
              </small>
            </AdminRow>
          ))}
          {(offset > 0 || nextOffset !== null) && (
            <li className={styles.pager}>
              <button
                type="button"
                className={buttons.button}
                aria-disabled={offset === 0}
                onClick={() => setOffset(Math.max(0, offset - AUDIT_ENTRIES_PER_PAGE))}
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
    </AdminList>
  )
}
