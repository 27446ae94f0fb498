import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formatCount } from '../../lib/format.ts'
import { useKey } from '../../lib/keys.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { State } from '../../ui/state.tsx'
import styles from './admin.module.css'
import { type ReportState, reportsOf } from './api.ts'
import { type Case, casesOf } from './cases.ts'
import { ReportCase } from './report-case.tsx'
import { useAdminTexts } from './texts.ts'
import { useCaseActs } from './use-case-acts.ts'

const STATES: readonly ReportState[] = ['open', 'closed']

/** The queue of reports, with one case per avatar; keyboard shortcuts act on it. */
export function Reports() {
  const texts = useAdminTexts()
  const [state, setState] = useState<ReportState>('open')
  const { data, error, refetch } = useQuery(reportsOf(state))
  const acts = useCaseActs()
  const cases = casesOf(data?.reports ?? []).filter(({ avatarId }) => !acts.hiddenIds.has(avatarId))
  const caseFocus = useCaseFocus(cases)
  const onFocusedCase = (run: (avatarCase: Case) => void) => () => {
    const avatarCase = caseFocus.focusedCase()
    if (avatarCase !== undefined) run(avatarCase)
  }
  useKey('j', () => caseFocus.move(1))
  useKey('k', () => caseFocus.move(-1))
  useKey(
    'b',
    onFocusedCase(avatarCase => void acts.block(avatarCase)),
  )
  useKey(
    'd',
    onFocusedCase(avatarCase => state === 'open' && void acts.dismiss(avatarCase)),
  )
  const total = data?.total ?? 0
  return (
    <>
      <div className={styles.bar}>
        <Segmented
          label={texts.reportState}
          options={STATES.map(value => ({ value, text: texts.reportStates[value] }))}
          value={state}
          onChange={setState}
        />
        {data !== undefined && (
          <p role="status">
            {data.count < total
              ? texts.newestOf(formatCount(data.count), formatCount(total))
              : texts.total(formatCount(total))}
          </p>
        )}
      </div>
      {state === 'open' && cases.length > 0 && <p className={styles.hint}>{texts.keysHint}</p>}
      {error === null && data === undefined && <Loading />}
      {error !== null && data === undefined && <ErrorState error={error} retry={() => void refetch()} />}
      {data !== undefined && cases.length === 0 && (
        <State
          title={state === 'open' ? texts.noOpen : texts.noClosed}
          text={state === 'open' ? texts.noOpenText : texts.noClosedText}
        />
      )}
      <ol ref={caseFocus.ref} className={styles.cases}>
        {cases.map(avatarCase => (
          <ReportCase
            key={avatarCase.avatarId}
            avatarCase={avatarCase}
            isOpen={state === 'open'}
            acts={acts}
          />
        ))}
      </ol>
    </>
  )
}

/** Moves the focus through the cases. */
function useCaseFocus(cases: readonly Case[]) {
  const ref = useRef<HTMLOListElement>(null)
  const focusedCase = () => {
    const id = document.activeElement?.closest<HTMLElement>('[data-case]')?.dataset.case
    return cases.find(({ avatarId }) => avatarId === id)
  }
  const move = (step: number) => {
    const avatarCase = focusedCase()
    const index = avatarCase === undefined ? 0 : cases.indexOf(avatarCase) + step
    const item = ref.current?.children[Math.max(0, Math.min(index, cases.length - 1))]
    item?.querySelector('a')?.focus()
  }
  return { ref, focusedCase, move }
}
