import { ask } from '../../lib/api.ts'
import { formatMoment } from '../../lib/format.ts'
import buttons from '../../ui/button.module.css'
import { AddForm } from './add-form.tsx'
import { blocks, useAct } from './api.ts'
import { Listing, Row } from './listing.tsx'
import { useAdminTexts } from './texts.ts'

/** All blocks, and the form that adds one. */
export function Blocks() {
  const texts = useAdminTexts()
  const act = useAct()
  const put = (id: string, reason: string) =>
    ask('PUT /admin/blocks/{id}', { params: { id }, body: reason === '' ? {} : { reason } })
  const remove = (id: string) => ask('DELETE /admin/blocks/{id}', { params: { id } })
  const block = ({ subject = '', reason = '' }: Readonly<Record<string, string>>) =>
    act({
      done: texts.blocked(subject),
      run: () => put(subject, reason),
      undo: () => remove(subject),
    })
  const unblock = (id: string, name: string, reason: string) =>
    act({ done: texts.unblocked(name), run: () => remove(id), undo: () => put(id, reason) })
  return (
    <Listing
      query={blocks}
      text={texts.blocksText}
      none={texts.noBlocks}
      form={
        <AddForm
          fields={[
            { name: 'subject', label: texts.subject, isRequired: true, maxLength: 300 },
            { name: 'reason', label: texts.reason, maxLength: 500 },
          ]}
          submit={texts.block}
          onSubmit={block}
        />
      }
    >
      {answer =>
        answer.blocks.map(({ id, kind, name, reason, at }) => (
          <Row
            key={id}
            title={<bdi>{name ?? texts.unknownName}</bdi>}
            acts={
              <button
                type="button"
                className={buttons.button}
                aria-label={texts.unblockName(name ?? id)}
                onClick={() => void unblock(id, name ?? id, reason)}
              >
                {texts.unblock}
              </button>
            }
          >
            <small>
              {texts.kinds[kind]} · <code>{id}</code>
            </small>
            {reason !== '' && (
              <p>
                <bdi>{reason}</bdi>
              </p>
            )}
            <small>{formatMoment(at)}</small>
          </Row>
        ))
      }
    </Listing>
  )
}
