import { ask, type Input } from '../../lib/api.ts'
import { AddForm } from './add-form.tsx'
import { AdminList } from './admin-list.tsx'
import { blocks, useAct } from './api.ts'
import { subjectIdOf } from './subject-id.ts'
import { SubjectRow } from './subject-row.tsx'
import { useAdminTexts } from './texts.ts'

type BlockBody = Input<'PUT /admin/blocks/{id}'>['body']

/** All blocks, and the form that adds one. */
export function Blocks() {
  const texts = useAdminTexts()
  const act = useAct()
  const putBlock = (id: string, body: BlockBody) => ask('PUT /admin/blocks/{id}', { params: { id }, body })
  const deleteBlock = (id: string) => ask('DELETE /admin/blocks/{id}', { params: { id } })
  const block = ({ subject = '', reason = '' }: Readonly<Record<string, string>>) => {
    const id = subjectIdOf(subject)
    return act({
      doneText: texts.blocked(id),
      run: () => putBlock(id, reason === '' ? {} : { reason }),
      undo: () => deleteBlock(id),
    })
  }
  const unblock = (id: string, name: string, body: BlockBody) =>
    act({ doneText: texts.unblocked(name), run: () => deleteBlock(id), undo: () => putBlock(id, body) })
  return (
    <AdminList
      query={blocks}
      text={texts.blocksText}
      emptyText={texts.noBlocks}
      form={
        <AddForm
          fields={[
            { name: 'subject', label: texts.subject, isRequired: true, maxLength: 300 },
            { name: 'reason', label: texts.reason, maxLength: 500 },
          ]}
          submitText={texts.block}
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
    </AdminList>
  )
}
