import { ask } from '../../lib/api.ts'
import { formatDate } from '../../lib/format-times.ts'
import buttons from '../../ui/button.module.css'
import { WriteButton } from '../../ui/write-button.tsx'
import { AddForm } from './add-form.tsx'
import { AdminList, AdminRow } from './admin-list.tsx'
import { staff, useAct } from './api.ts'
import { useAdminTexts } from './texts.ts'

/** Display names that worlds may treat as staff. */
export function Staff() {
  const texts = useAdminTexts()
  const act = useAct()
  const add = (name: string) => ask('PUT /admin/staff/{name}', { params: { name } })
  const remove = (name: string) => ask('DELETE /admin/staff/{name}', { params: { name } })
  return (
    <AdminList
      query={staff}
      text={texts.staffText}
      emptyText={texts.noStaff}
      form={
        <AddForm
          fields={[{ name: 'name', label: texts.staffName, isRequired: true, maxLength: 64 }]}
          submitText={texts.add}
          onSubmit={({ name = '' }) =>
            act({ doneText: texts.added(name), run: () => add(name), undo: () => remove(name) })
          }
        />
      }
    >
      {answer =>
        answer.staff.map(({ name, at }) => (
          <AdminRow
            key={name}
            title={<bdi>{name}</bdi>}
            acts={
              <WriteButton
                className={buttons.button}
                aria-label={texts.removeName(name)}
                onClick={() =>
                  void act({ doneText: texts.removed(name), run: () => remove(name), undo: () => add(name) })
                }
              >
                {texts.remove}
              </WriteButton>
            }
          >
            <small>{texts.since(formatDate(at))}</small>
          </AdminRow>
        ))
      }
    </AdminList>
  )
}
