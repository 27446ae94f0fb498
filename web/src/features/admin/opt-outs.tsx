import { ask } from '../../lib/api.ts'
import { AddForm } from './add-form.tsx'
import { AdminList } from './admin-list.tsx'
import { optOuts, useAct } from './api.ts'
import { subjectIdOf } from './subject-id.ts'
import { SubjectRow } from './subject-row.tsx'
import { useAdminTexts } from './texts.ts'

/** Creators who have opted out. */
export function OptOuts() {
  const texts = useAdminTexts()
  const act = useAct()
  const optOut = (id: string) => ask('PUT /admin/opt-outs/{id}', { params: { id } })
  const optIn = (id: string) => ask('DELETE /admin/opt-outs/{id}', { params: { id } })
  const optOutWithUndo = (id: string) =>
    act({ doneText: texts.optedOut(id), run: () => optOut(id), undo: () => optIn(id) })
  const optInWithUndo = (id: string, name: string) =>
    act({ doneText: texts.optedIn(name), run: () => optIn(id), undo: () => optOut(id) })
  return (
    <AdminList
      query={optOuts}
      text={texts.optOutsText}
      emptyText={texts.noOptOuts}
      form={
        <AddForm
          fields={[{ name: 'creator', label: texts.creator, isRequired: true, maxLength: 300 }]}
          submitText={texts.optOut}
          onSubmit={({ creator = '' }) => optOutWithUndo(subjectIdOf(creator))}
        />
      }
    >
      {answer =>
        answer.optOuts.map(({ id, name, at }) => (
          <SubjectRow
            key={id}
            id={id}
            name={name}
            at={at}
            removal={{
              text: texts.optIn,
              name: texts.optInName(name ?? id),
              run: () => void optInWithUndo(id, name ?? id),
            }}
          />
        ))
      }
    </AdminList>
  )
}
