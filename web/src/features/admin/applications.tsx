import { ask } from '../../lib/api.ts'
import { formatCount } from '../../lib/format.ts'
import { formatDate } from '../../lib/format-times.ts'
import buttons from '../../ui/button.module.css'
import rows from '../../ui/rows.module.css'
import { WriteButton } from '../../ui/write-button.tsx'
import { AdminList, AdminRow } from './admin-list.tsx'
import { applications, useAct } from './api.ts'
import { useAdminTexts } from './texts.ts'

/** The applications of all people. */
export function Applications() {
  const texts = useAdminTexts()
  const act = useAct()
  const block = (clientId: string) =>
    ask('PUT /admin/applications/{clientId}/block', { params: { clientId }, body: {} })
  const unblock = (clientId: string) =>
    ask('DELETE /admin/applications/{clientId}/block', { params: { clientId } })
  const toggleBlock = (id: string, name: string, isBlocked: boolean) =>
    act(
      isBlocked
        ? { doneText: texts.unblocked(name), run: () => unblock(id), undo: () => block(id) }
        : { doneText: texts.blocked(name), run: () => block(id), undo: () => unblock(id) },
    )
  return (
    <AdminList query={applications} text={texts.applicationsText} emptyText={texts.noApplications}>
      {answer =>
        answer.applications.map(({ clientId, name, kind, owner, people, redirectUris, ...dates }) => (
          <AdminRow
            key={clientId}
            title={
              <>
                <bdi>{name}</bdi>
                {dates.blockedAt !== null && (
                  <span className={rows.mark}>{texts.blockedSince(formatDate(dates.blockedAt))}</span>
                )}
              </>
            }
            acts={
              <WriteButton
                className={buttons.button}
                aria-label={dates.blockedAt === null ? texts.blockName(name) : texts.unblockName(name)}
                onClick={() => void toggleBlock(clientId, name, dates.blockedAt !== null)}
              >
                {dates.blockedAt === null ? texts.block : texts.unblock}
              </WriteButton>
            }
          >
            <small>
              {[
                registrarOf(owner, texts),
                texts.applicationKinds[kind],
                texts.people(formatCount(people)),
                texts.since(formatDate(dates.createdAt)),
              ].join('\u00A0· ')}
            </small>
            <small>
              <code>{clientId}</code>
            </small>
            <small>
              <bdi>{redirectUris.join(' ')}</bdi>
            </small>
          </AdminRow>
        ))
      }
    </AdminList>
  )
}

/**
 * Says who registered an application.
 * @param owner empty when the owner has deleted their account, null for operators.
 */
function registrarOf(owner: string | null, texts: ReturnType<typeof useAdminTexts>): string {
  if (owner === null) return texts.byOperators
  return owner === '' ? texts.byNobody : texts.byPerson(owner)
}
