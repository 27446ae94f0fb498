import { ask, type Input } from '../../lib/api.ts'
import { AddForm } from './add-form.tsx'
import { blocks, useAct } from './api.ts'
import { Listing } from './listing.tsx'
import { SubjectRow } from './subject-row.tsx'
import { useAdminTexts } from './texts.ts'

type BlockBody = Input<'PUT /admin/blocks/{id}'>['body']

/** All blocks, and the form that adds one. */
export function Blocks() {
  const texts = useAdminTexts()
  const act = useAct()
  const put = (id: string, body: BlockBody) => ask('PUT /admin/blocks/{id}', { params: { id }, body })
  const remove = (id: string) => ask('DELETE /admin/blocks/{id}', { params: { id } })
  const block = ({ subject = '', reason = '' }: Readonly<Record<string, string>>) =>
    act({
      done: texts.blocked(subject),
      run: () => put(subject, reason === '' ? {} : { reason }),
      undo: () => remove(subject),
    })
  const unblock = (id: string, name: string, body: BlockBody) =>
    act({ done: texts.unblocked(name), run: () => remove(id), undo: () => put(id, body) })
  return (
    <Listing
      query={blocks}
      text={texts.blocksText}
      emptyText={texts.noBlocks}
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
        answer.blocks.map(({ id, kind, name, reason, reported, at }) => (
          <SubjectRow
            key={id}
            id={id}
            name={name}
            reason={reported === null ? reason : texts.reportedFor(texts.reasons[reported])}
            at={at}
            kind={texts.kinds[kind]}
            removal={{
              text: texts.unblock,
              name: texts.unblockName(name ?? id),
              run: () => void unblock(id, name ?? id, reported === null ? { reason } : { reported }),
            }}
          />
        ))
      }
    </Listing>
  )
}
