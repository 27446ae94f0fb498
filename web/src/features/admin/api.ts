import { keepPreviousData } from '@tanstack/react-query'
import type { Answer } from '../../lib/api.ts'
import { answerOf, answersUnder } from '../../lib/queries.ts'
import { useUiTexts } from '../../ui/texts.ts'
import { useToast } from '../../ui/toast.tsx'
import { useWrite } from '../../ui/use-write.ts'
import { useAdminTexts } from './texts.ts'

/** The largest `limit` of a list that the server allows. */
const MAX_ROWS = 500
export const AUDIT_ENTRIES_PER_PAGE = 50
/** The interval at which visible reports and the visible health are refetched. */
const REFETCH_MS = 5000

export type Report = Answer<'GET /admin/reports'>['reports'][number]
export type ReportState = 'open' | 'closed'
export type Placement = Answer<'GET /admin/placements'>['placements'][number]

const upToMaxRows = { query: { limit: MAX_ROWS } }

export const reportsOf = (state: ReportState) => ({
  ...answerOf('GET /admin/reports', { query: { state, limit: MAX_ROWS } }),
  refetchInterval: REFETCH_MS,
})
export const blocks = answerOf('GET /admin/blocks', upToMaxRows)
export const optOuts = answerOf('GET /admin/opt-outs', upToMaxRows)
export const placements = answerOf('GET /admin/placements', upToMaxRows)
export const staff = answerOf('GET /admin/staff', upToMaxRows)
export const applications = answerOf('GET /admin/applications', upToMaxRows)
export const auditPageFrom = (offset: number) => ({
  ...answerOf('GET /admin/audit', { query: { limit: AUDIT_ENTRIES_PER_PAGE, offset } }),
  // Keeps the pressed button in the document, and with it the focus.
  placeholderData: keepPreviousData,
})
export const health = { ...answerOf('GET /admin/health', {}), refetchInterval: REFETCH_MS }

export interface Act {
  /** Shown on success. */
  readonly doneText: string
  readonly run: () => Promise<unknown>
  /** Reverts it. */
  readonly undo?: () => Promise<unknown>
}

/** Returns a function that runs an act, shows its text with an undo if something changed, and refetches all lists. */
export function useAct(): (act: Act) => Promise<boolean> {
  const toast = useToast()
  const texts = useAdminTexts()
  const { undo: undoLabel } = useUiTexts()
  const write = useWrite(queryClient => queryClient.invalidateQueries(answersUnder('/api/admin/')))
  const act = async ({ doneText, run, undo }: Act): Promise<boolean> => {
    const isDone = await write(async () => {
      const isChanged = hasChanged(await run())
      const runUndo = isChanged && undo && (() => void act({ doneText: texts.undone, run: undo }))
      const action = runUndo ? { label: undoLabel, run: runUndo, isUndo: true } : undefined
      toast({ text: isChanged ? doneText : texts.unchanged, action })
      return true
    })
    return isDone === true
  }
  return act
}

/** False when the server had done the act already: an undo would revert the earlier act. */
function hasChanged(result: unknown): boolean {
  return !(typeof result === 'object' && result !== null && 'changed' in result && result.changed === false)
}
