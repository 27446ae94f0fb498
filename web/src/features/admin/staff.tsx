import { ask } from '../../lib/api.ts'
import { formatDate } from '../../lib/format-times.ts'
import buttons from '../../ui/button.module.css'
import { WriteButton } from '../../ui/write-button.tsx'
import { AddForm } from './add-form.tsx'
import { staff, useAct } from './api.ts'
import { Listing, Row } from './listing.tsx'
import { useAdminTexts } from './texts.ts'

/** Display names that worlds may treat as staff. */
export function Staff() {
  const texts = useAdminTexts()
  const act = useAct()
  const put = (name: string) => ask('PUT /admin/staff/{name}', { params: { name } })
  const remove = (name: string) => ask('DELETE /admin/staff/{name}', { params: { name } })
  return (
    <Listing
      query={staff}
      text={texts.staffText}
      emptyText={texts.noStaff}
      form={
        <AddForm
          fields={[{ name: 'name', label: texts.staffName, isRequired: true, maxLength: 64 }]}
          submit={texts.add}
          onSubmit={({ name = '' }) =>
            act({ done: texts.added(name), run: () => put(name), undo: () => remove(name) })
          }
        />
      }
    >
      {answer =>
        answer.staff.map(({ name, at }) => (
          <Row
            key={name}
            title={<bdi>{name}</bdi>}
            acts={
              <WriteButton
                className={buttons.button}
                aria-label={texts.removeName(name)}
                onClick={() =>
                  void act({ done: texts.removed(name), run: () => remove(name), undo: () => put(name) })
                }
              >
                {texts.remove}
              </WriteButton>
            }
          >
            <small>{texts.since(formatDate(at))}</small>
          </Row>
        ))
      }
    </Listing>
  )
}
