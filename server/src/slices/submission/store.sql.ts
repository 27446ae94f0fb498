import type { AvatarId } from '../../kernel/avatar-id.ts'
import { Store } from '../../kernel/store.ts'
import { deleteDecisions, LookupQueue, PRIORITY, queueEnd } from '../verification/index.ts'
import { readKnownAvatars } from './known-avatars.sql.ts'
import { judgeSubmission, type Progress, toDecision } from './rules.ts'
import { ticketItems } from './ticket.ts'
import { storeTicket, type TicketTables } from './tickets.sql.ts'

export class SubmissionStore extends Store<TicketTables> {
  readonly #queue = new LookupQueue(this.deps)
  readonly #readWaitingCount = this.sql.compiledRead((reader, priority: number) =>
    reader
      .selectFrom('lookups')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('priority', '=', priority),
  )

  /**
   * Judges items and queues those that pass, in one transaction under a lock: simultaneous submissions, in any process,
   * each see the effect of those before. Durable when it resolves.
   * @param items null for an item without an avatar id.
   * @param ticket the id under which the items of the batch are stored.
   */
  async submit(items: readonly (AvatarId | null)[], capacity: number, nowMs: number, ticket?: string) {
    return await this.transactLocked('lookups', async tx => {
      const ids = [...new Set(items.filter(id => id !== null))]
      const knownAvatars = await readKnownAvatars(tx, this.sql.dialect, ids)
      const { count, lastPlace } = await queueEnd(tx, PRIORITY.submission)
      const judgements = judgeSubmission(items, knownAvatars, { waitingCount: count, capacity })
      const queuedIds = judgements.flatMap(judgement => (judgement.status === 'queued' ? [judgement.id] : []))
      await this.#queue.add(tx, queuedIds, { priority: PRIORITY.submission, lastPlace }, nowMs)
      if (ticket !== undefined) await storeTicket(tx, ticket, ticketItems(items, judgements), nowMs)
      return { judgements, waitingCount: count + queuedIds.length }
    })
  }

  /** The progress of each avatar, submitted or not. */
  async progressOfEach(ids: readonly AvatarId[]): Promise<Map<string, Progress>> {
    const rows = await this.#readProgress(ids)
    return new Map(
      rows.map(row => {
        const { is_active, state, reason, due_at_ms, position } = row
        const progress = {
          isBlocked: row.is_blocked === 1 || (row.blocks ?? 0) > 0,
          isWithdrawn: row.is_unlisted === 1 || row.is_opted_out === 1 || (row.opt_outs ?? 0) > 0,
          position: due_at_ms === null ? null : position,
          dueAtMs: due_at_ms ?? 0,
          isActive: is_active === null ? null : is_active === 1,
          decision: state === null ? null : toDecision({ state, reason }),
        }
        return [row.id, progress]
      }),
    )
  }

  async countWaiting(): Promise<number> {
    const [row] = await this.#readWaitingCount(PRIORITY.submission)
    return row!.count
  }

  async deleteDecidedBefore(ms: number): Promise<number> {
    return await deleteDecisions(this.sql, ms)
  }

  /**
   * A single statement, because a decision moves the avatar from `lookups` to `submissions`, which has decided ones.
   */
  async #readProgress(ids: readonly AvatarId[]) {
    const { reader } = this.sql
    const [firstRow, ...otherRows] = ids.map(id => reader.selectNoFrom(({ val }) => val<string>(id).as('id')))
    if (firstRow === undefined) return []
    return await reader
      .selectFrom(otherRows.reduce((rows, row) => rows.unionAll(row), firstRow).as('requested'))
      .leftJoin('avatars', 'avatars.id', 'requested.id')
      .leftJoin('submissions', 'submissions.avatar_id', 'requested.id')
      .leftJoin('lookups as lookup', join =>
        join.onRef('lookup.avatar_id', '=', 'requested.id').on('lookup.priority', '=', PRIORITY.submission),
      )
      .select(({ selectFrom, fn }) => [
        'requested.id',
        'avatars.is_active',
        'avatars.is_blocked',
        'avatars.is_unlisted',
        'avatars.is_opted_out',
        'submissions.state',
        'submissions.reason',
        'lookup.due_at_ms',
        selectFrom('blocks')
          .select(fn.countAll<number>().as('blocks'))
          .where(eb =>
            eb.or([
              eb('blocks.subject', '=', eb.ref('requested.id')),
              eb('blocks.subject', '=', eb.ref('avatars.author_id')),
            ]),
          )
          .as('blocks'),
        selectFrom('opt_outs')
          .select(fn.countAll<number>().as('opt_outs'))
          .whereRef('opt_outs.author_id', '=', 'avatars.author_id')
          .as('opt_outs'),
        selectFrom('lookups as earlier_lookups')
          .select(fn.countAll<number>().as('position'))
          .where('earlier_lookups.priority', '=', PRIORITY.submission)
          .whereRef('earlier_lookups.place', '<=', 'lookup.place')
          .as('position'),
      ])
      .execute()
  }
}
