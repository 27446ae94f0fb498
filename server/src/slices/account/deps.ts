import type { Headers } from '../../kernel/answer.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { PersonalData } from '../../kernel/personal-data.ts'
import type { ListAnswerDeps } from './favorites/list-answer.ts'
import type { AccountStore } from './store.sql.ts'

export interface AccountDeps {
  readonly stores: AccountStore
  readonly listAnswerDeps: ListAnswerDeps
  /** The personal data of every slice. */
  readonly personalData: readonly PersonalData[]
  readonly deleteAccount: (personKey: number, nowMs: number) => Promise<void>
  /** Headers that delete the session cookie. */
  readonly signedOutHeaders: Headers
  readonly log: Pick<Log, 'warn'>
  readonly newGroupId: () => string
  readonly clock: Clock
}
