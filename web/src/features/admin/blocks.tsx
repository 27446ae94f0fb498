import { ask } from '../../lib/api.ts'
import { AddForm } from './add-form.tsx'
import { blocks, useAct } from './api.ts'
import { Listing } from './listing.tsx'
import { SubjectRow } from './subject-row.tsx'
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
          <SubjectRow
            key={id}
            id={id}
            name={name}
            reason={reason}
            at={at}
            kind={texts.kinds[kind]}
            out={{
              text: texts.unblock,
              name: texts.unblockName(name ?? id),
              run: () => void unblock(id, name ?? id, reason),
            }}
          />
        ))
      }
    </Listing>
  )
}
