import { isDeepStrictEqual } from 'node:util'
import type { PlacementFilter } from '@avatary/contract/promotions'
import { type Page, type PageRange, readPage } from '../../kernel/row-page.sql.ts'
import { Store } from '../../kernel/store.ts'
import { type Act, addAuditEntry, writeAudited } from '../moderation/index.ts'
import {
  applySettings,
  type NewPlacement,
  type PlacementRefusal,
  type PlacementSettings,
} from './placement.ts'
import {
  auditEntry,
  currentPlacements,
  fromRow,
  isInState,
  placementWithAvatar,
  selectWithAvatar,
  toPlacementWithAvatar,
  toRow,
} from './placements.sql.ts'
import type { PlacementWithAvatar, PromotionData } from './store.ts'
import type { PromotionTables } from './tables.sql.ts'

/**
 * Placements and names of staff. Each command is one transaction with its entry in the audit log, durable when it
 * resolves; a command that changes nothing has no entry.
 */
export class PromotionStore extends Store<PromotionTables> {
  readonly #currentPlacements = currentPlacements(this.sql)
  readonly #staffNames = this.sql.compiledRead(reader =>
    reader.selectFrom('staff').select('name').orderBy('name'),
  )

  async add(placement: NewPlacement, act: Act): Promise<PlacementWithAvatar> {
    return await this.sql.transact(async tx => {
      const { id } = await tx
        .insertInto('placements')
        .values(toRow(placement))
        .returning('id')
        .executeTakeFirstOrThrow()
      await addAuditEntry(tx, act, auditEntry('add-placement', { ...placement, id }))
      return await placementWithAvatar(tx, id)
    })
  }

  async change(
    id: number,
    settings: PlacementSettings,
    act: Act,
  ): Promise<{ kind: 'ok'; placement: PlacementWithAvatar } | { kind: 'unknown' } | PlacementRefusal> {
    return await this.sql.transact(async tx => {
      const query = tx.selectFrom('placements').selectAll().where('id', '=', id).forNoKeyUpdate()
      const row = await query.executeTakeFirst()
      if (row === undefined) return { kind: 'unknown' }
      const placement = fromRow(row)
      const outcome = applySettings(placement, settings)
      if (outcome.kind === 'refused') return outcome
      const changedRow = toRow(outcome.placement)
      if (!isDeepStrictEqual(changedRow, toRow(placement))) {
        await tx.updateTable('placements').set(changedRow).where('id', '=', id).execute()
        await addAuditEntry(tx, act, auditEntry('change-placement', { ...outcome.placement, id }))
      }
      return { kind: 'ok', placement: await placementWithAvatar(tx, id) }
    })
  }

  /** @returns false when there is no such placement. */
  async remove(id: number, act: Act): Promise<boolean> {
    return await this.sql.transact(async tx => {
      const row = await tx.deleteFrom('placements').where('id', '=', id).returningAll().executeTakeFirst()
      if (row === undefined) return false
      await addAuditEntry(tx, act, auditEntry('remove-placement', fromRow(row)))
      return true
    })
  }

  /** Placements in display order. */
  async placements(
    state: PlacementFilter,
    range: PageRange,
    nowMs: number,
  ): Promise<Page<PlacementWithAvatar>> {
    const placements = selectWithAvatar(this.sql.reader)
      .where(eb => isInState(eb, state, nowMs))
      .orderBy('weight', 'desc')
      .orderBy('placements.id')
    const matchingPlacements = this.sql.reader
      .selectFrom('placements')
      .where(eb => isInState(eb, state, nowMs))
    const { total, items } = await readPage(placements, range, matchingPlacements)
    return { total, items: items.map(toPlacementWithAvatar) }
  }

  /** @returns false when the name was already there. */
  async addStaff(name: string, act: Act): Promise<boolean> {
    return await this.sql.transact(async tx => {
      const row = tx.insertInto('staff').values({ name, at_ms: act.nowMs })
      const statement = row.onConflict(oc => oc.column('name').doNothing())
      return await writeAudited(tx, statement, act, { action: 'add-staff', subject: name })
    })
  }

  /** @returns false when there was no such name. */
  async removeStaff(name: string, act: Act): Promise<boolean> {
    return await this.sql.transact(async tx => {
      const statement = tx.deleteFrom('staff').where('name', '=', name)
      return await writeAudited(tx, statement, act, { action: 'remove-staff', subject: name })
    })
  }

  async staff(range: PageRange) {
    const staff = this.sql.reader.selectFrom('staff')
    return await readPage(staff.select(['name', 'at_ms as atMs']).orderBy('name'), range, staff)
  }

  /**
   * Reads the placements that are running or start within `aheadMs`, at most the `limit` heaviest of each kind, and all
   * names of staff.
   */
  async readCurrent(options: { nowMs: number; aheadMs: number; limit: number }): Promise<PromotionData> {
    return {
      placements: [
        ...(await this.#currentPlacements('avatar', options)),
        ...(await this.#currentPlacements('group', options)),
      ],
      staff: (await this.#staffNames()).map(({ name }) => name),
    }
  }
}
