import { ask } from '../../lib/api.ts'
import { formatMoment } from '../../lib/format.ts'
import buttons from '../../ui/button.module.css'
import { AddForm } from './add-form.tsx'
import { optOuts, useAct } from './api.ts'
import { Listing, Row } from './listing.tsx'
import { useAdminTexts } from './texts.ts'

/** Creators who want nothing listed. */
export function OptOuts() {
  const texts = useAdminTexts()
  const act = useAct()
  const put = (id: string) => ask('PUT /admin/opt-outs/{id}', { params: { id } })
  const remove = (id: string) => ask('DELETE /admin/opt-outs/{id}', { params: { id } })
  return (
    <Listing
      query={optOuts}
      text={texts.optOutsText}
      none={texts.noOptOuts}
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
          <Row
            key={id}
            title={<bdi>{name ?? texts.unknownName}</bdi>}
            acts={
              <button
                type="button"
                className={buttons.button}
                aria-label={texts.optInName(name ?? id)}
                onClick={() =>
                  void act({
                    done: texts.optedIn(name ?? id),
                    run: () => remove(id),
                    undo: () => put(id),
                  })
                }
              >
                {texts.optIn}
              </button>
            }
          >
            <small>
              <code>{id}</code>
            </small>
            <small>{formatMoment(at)}</small>
          </Row>
        ))
      }
    </Listing>
  )
}
