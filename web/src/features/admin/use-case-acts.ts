import { useState } from 'react'
import { ask } from '../../lib/api.ts'
import { useAct } from './api.ts'
import type { Case } from './cases.ts'
import { useAdminTexts } from './texts.ts'

export type CaseActs = ReturnType<typeof useCaseActs>

/** Acts on the reports about an avatar. The case disappears at once, and reappears when an act fails or is undone. */
export function useCaseActs() {
  const texts = useAdminTexts()
  const act = useAct()
  const [hiddenIds, setHiddenIds] = useState<ReadonlySet<string>>(new Set())
  const hideAndRun = async (id: string, run: () => Promise<boolean>) => {
    focusNeighbour(id)
    setHiddenIds(ids => new Set(ids).add(id))
    await run()
    // By now the list was refetched; it contains the case if the act failed.
    setHiddenIds(ids => new Set([...ids].filter(other => other !== id)))
  }
  const reopen = (id: string) => ask('POST /admin/reports/{id}/reopen', { params: { id } })
  const close = (id: string) => ask('POST /admin/reports/{id}/close', { params: { id } })
  const unblock = (id: string) => ask('DELETE /admin/blocks/{id}', { params: { id } })
  const block = (subject: string, { reports }: Case, name: string) =>
    act({
      doneText: texts.blocked(name),
      run: () =>
        ask('PUT /admin/blocks/{id}', {
          params: { id: subject },
          body: { reported: reports[0]!.reason, closeReports: true },
        }),
      undo: async () => {
        await unblock(subject)
        await reopen(subject)
      },
    })
  const nameOf = ({ name }: Case) => name ?? texts.unknownName
  return {
    hiddenIds,
    nameOf,
    block: (avatarCase: Case) =>
      hideAndRun(avatarCase.avatarId, () => block(avatarCase.avatarId, avatarCase, nameOf(avatarCase))),
    blockCreator: (avatarCase: Case) =>
      hideAndRun(avatarCase.avatarId, () => block(avatarCase.authorId, avatarCase, avatarCase.authorName)),
    dismiss: (avatarCase: Case) =>
      hideAndRun(avatarCase.avatarId, () =>
        act({
          doneText: texts.dismissed(nameOf(avatarCase)),
          run: () => close(avatarCase.avatarId),
          undo: () => reopen(avatarCase.avatarId),
        }),
      ),
    reopen: (avatarCase: Case) =>
      hideAndRun(avatarCase.avatarId, () =>
        act({
          doneText: texts.reopened(nameOf(avatarCase)),
          run: () => reopen(avatarCase.avatarId),
          undo: () => close(avatarCase.avatarId),
        }),
      ),
  }
}

/** Moves the focus from a case that disappears to the next one, or from the last to the one before. */
function focusNeighbour(id: string): void {
  const item = document.activeElement?.closest(`[data-case="${id}"]`)
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling
  neighbour?.querySelector('a')?.focus()
}
