import type { Database, SqlAccess } from '../../kernel/database.ts'
import { type Act, type Listed, noteAct, type Range } from '../moderation/index.ts'
import {
  addPlacement,
  changePlacement,
  readBillboard,
  readPlacements,
  removePlacement,
} from './placements.sql.ts'
import type { PromotionStore, StaffName } from './store.ts'
import type { PromotionTables } from './tables.sql.ts'

type Sql = SqlAccess<PromotionTables>

/** Placements and staff names in the system of record. */
export function createPromotionStore({ db }: { db: Database }): PromotionStore {
  const sql = db.tables<PromotionTables>()
  return {
    add: (placement, act) => addPlacement(sql, placement, act),
    change: (id, settings, act) => changePlacement(sql, id, settings, act),
    remove: (id, act) => removePlacement(sql, id, act),
    placements: (which, range, nowMs) => readPlacements(sql, which, range, nowMs),
    addStaff: (name, act) => addStaff(sql, name, act),
    removeStaff: (name, act) => removeStaff(sql, name, act),
    staff: range => readStaff(sql, range),
    billboard: async options => ({
      placements: [
        ...(await readBillboard(sql, 'avatar', options)),
        ...(await readBillboard(sql, 'group', options)),
      ],
      staff: (await sql.reader.selectFrom('staff').select('name').orderBy('name').execute()).map(
        ({ name }) => name,
      ),
    }),
  }
}

async function addStaff(sql: Sql, name: string, act: Act): Promise<boolean> {
  return await sql.transact(async tx => {
    const made = await tx
      .insertInto('staff')
      .values({ name, at_ms: act.nowMs })
      .onConflict(oc => oc.column('name').doNothing())
      .executeTakeFirst()
    if (made.numInsertedOrUpdatedRows === 0n) return false
    await noteAct(tx, act, { action: 'add-staff', subject: name, detail: '' })
    return true
  })
}

async function removeStaff(sql: Sql, name: string, act: Act): Promise<boolean> {
  return await sql.transact(async tx => {
    const gone = await tx.deleteFrom('staff').where('name', '=', name).executeTakeFirst()
    if (gone.numDeletedRows === 0n) return false
    await noteAct(tx, act, { action: 'remove-staff', subject: name, detail: '' })
    return true
  })
}

async function readStaff({ reader }: Sql, { limit, offset }: Range): Promise<Listed<StaffName>> {
  const items = await reader
    .selectFrom('staff')
    .select(['name', 'at_ms as atMs'])
    .orderBy('name')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await reader
    .selectFrom('staff')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { total, items }
}
