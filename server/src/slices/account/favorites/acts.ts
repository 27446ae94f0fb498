import { type ActCode, MAX_SAVED_AVATARS } from '@avatary/contract/account'
import { utcDay } from '../../../kernel/days.ts'
import type { StoredAvatar } from '../find-avatars.sql.ts'
import { compareByPlace, moveBefore } from './own-order.ts'

export interface SavedRow {
  readonly avatarKey: number
  readonly groupId: string | null
  readonly savedAtMs: number
  readonly day: number
  readonly place: number | null
}

/** An act with parsed ids; an invalid id is null. */
export type Act =
  | { readonly act: 'save'; readonly id: string | null; readonly groupId?: string | null }
  | { readonly act: 'remove'; readonly id: string | null }
  | { readonly act: 'move'; readonly id: string | null; readonly groupId: string | null }
  | {
      readonly act: 'order'
      readonly id: string | null
      /** Undefined for an invalid id; null moves the avatar to the end. */
      readonly successorId: string | null | undefined
    }

export type ActOutcome = { readonly kind: 'done' } | { readonly kind: 'refused'; readonly code: ActCode }

const DONE: ActOutcome = { kind: 'done' }

export interface ActContext {
  /** Avatars that the acts name, by id. Those that the index does not have are missing. */
  readonly avatars: ReadonlyMap<string, StoredAvatar>
  /** The person's groups. */
  readonly groupIds: ReadonlySet<string>
  /** The number of the person's favorites, and the time of the newest one; only acts that save use them. */
  readonly totals: { readonly saved: number; readonly latestMs: number }
  readonly nowMs: number
}

/**
 * Applies acts in order. A refused act changes nothing.
 *
 * @param rows those of the avatars that the acts name; all favorites if an act orders.
 * @returns the outcomes in the order of the acts, and the resulting rows by the key of their avatar; unchanged rows are
 * the same objects as in `rows`.
 */
export function applyActs(
  rows: readonly SavedRow[],
  acts: readonly Act[],
  context: ActContext,
): { outcomes: ActOutcome[]; rows: Map<number, SavedRow> } {
  const runner = new ActRunner(rows, context)
  const outcomes = acts.map(act => runner.do(act))
  return { outcomes, rows: runner.rows }
}

class ActRunner {
  readonly rows: Map<number, SavedRow>
  readonly #context: ActContext
  #savedCount: number
  #latestMs: number
  /** The rows in the person's own order; null when they must be sorted, such as after an act that adds or removes. */
  #orderedRows: SavedRow[] | null = null

  constructor(rows: readonly SavedRow[], context: ActContext) {
    this.rows = new Map(rows.map(row => [row.avatarKey, row]))
    this.#context = context
    this.#savedCount = context.totals.saved
    this.#latestMs = context.totals.latestMs
  }

  do(act: Act): ActOutcome {
    switch (act.act) {
      case 'save':
        return this.#save(act.id, act.groupId)
      case 'remove':
        return this.#remove(act.id)
      case 'move':
        return this.#move(act.id, act.groupId)
      case 'order':
        return this.#order(act.id, act.successorId)
    }
  }

  #save(id: string | null, groupId: string | null | undefined): ActOutcome {
    const { groupIds, nowMs } = this.#context
    const avatar = this.#find(id)
    if (!avatar?.isListed) return refused('avatar_not_found')
    if (groupId && !groupIds.has(groupId)) return refused('unknown_group')
    const savedRow = this.rows.get(avatar.key)
    if (savedRow !== undefined) {
      if (groupId !== undefined) this.#set({ ...savedRow, groupId })
      return DONE
    }
    if (this.#savedCount >= MAX_SAVED_AVATARS) return refused('saved_limit_reached')
    this.#savedCount++
    // Preserves the order of saving if the clock was set back.
    this.#latestMs = Math.max(nowMs, this.#latestMs + 1)
    const times = { savedAtMs: this.#latestMs, day: utcDay(nowMs) }
    this.#set({ avatarKey: avatar.key, groupId: groupId ?? null, ...times, place: null })
    return DONE
  }

  #remove(id: string | null): ActOutcome {
    const avatar = this.#find(id)
    if (avatar !== undefined && this.rows.delete(avatar.key)) {
      this.#savedCount--
      this.#orderedRows = null
    }
    return DONE
  }

  #move(id: string | null, groupId: string | null): ActOutcome {
    if (groupId !== null && !this.#context.groupIds.has(groupId)) return refused('unknown_group')
    const row = this.#rowOf(id)
    if (row === undefined) return refused('not_saved')
    this.#set({ ...row, groupId })
    return DONE
  }

  #order(id: string | null, successorId: string | null | undefined): ActOutcome {
    const row = this.#rowOf(id)
    const target = successorId === null ? null : this.#rowOf(successorId ?? null)
    if (row === undefined || target === undefined) return refused('not_saved')
    if (row === target) return DONE
    this.#orderedRows ??= [...this.rows.values()].sort(compareByPlace)
    const movedRows = moveBefore(this.#orderedRows, row, target)
    for (const movedRow of movedRows) this.rows.set(movedRow.avatarKey, movedRow)
    return DONE
  }

  #set(row: SavedRow): void {
    this.rows.set(row.avatarKey, row)
    this.#orderedRows = null
  }

  #find(id: string | null): StoredAvatar | undefined {
    return id === null ? undefined : this.#context.avatars.get(id)
  }

  #rowOf(id: string | null): SavedRow | undefined {
    const avatar = this.#find(id)
    return avatar && this.rows.get(avatar.key)
  }
}

function refused(code: ActCode): ActOutcome {
  return { kind: 'refused', code }
}
