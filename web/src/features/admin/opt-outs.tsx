import { ask } from '../../lib/api.ts'
import { AddForm } from './add-form.tsx'
import { optOuts, useAct } from './api.ts'
import { Listing } from './listing.tsx'
import { SubjectRow } from './subject-row.tsx'
import { useAdminTexts } from './texts.ts'

/** Creators who have opted out. */
export function OptOuts() {
  const texts = useAdminTexts()
  const act = useAct()
  const put = (id: string) => ask('PUT /admin/opt-outs/{id}', { params: { id } })
  const remove = (id: string) => ask('DELETE /admin/opt-outs/{id}', { params: { id } })
  return (
    <Listing
      query={optOuts}
      text={texts.optOutsText}
      emptyText={texts.noOptOuts}
      form={
        <AddForm
          fields={[{ name: 'creator', label: texts.creator, isRequired: true, maxLength: 300 }]}
          submit={texts.optOut}
          onSubmit={({ creator = '' }) =>
            act({ done: texts.optedOut(creator), run: () => put(creator), undo: () => remove(creator) })
          }
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
              run: () =>
                void act({ done: texts.optedIn(name ?? id), run: () => remove(id), undo: () => put(id) }),
            }}
          />
        ))
      }
    </Listing>
  )
}
