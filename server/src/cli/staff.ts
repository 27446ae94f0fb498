import { MAX_STAFF_NAME_LENGTH } from '@avatary/contract/promotions'
import { PromotionStore, parseStaffName, staffAnswer } from '../slices/promotions/index.ts'
import type { CliCommand } from './command.ts'
import type { Result } from './context.ts'
import { UsageError } from './exit.ts'
import { tableText } from './table.ts'

const MAX_ROWS = 100_000

export function addStaff(program: CliCommand): void {
  const staff = program
    .command('staff')
    .summary('Manage the names that worlds may treat as staff')
    .description('Worlds compare names exactly: copy them from the platform, which replaces some characters.')
  staff
    .command('add')
    .description('add a display name, exactly as the platform shows it')
    .argument('<NAME>', 'the display name', readName)
    .databaseAction((name: string) => async ({ db, act }) => {
      const changed = await new PromotionStore({ db }).addStaff(name, act)
      return resultOf(name, changed, changed ? `Added ${name}.` : `${name} was there already.`)
    })
  staff
    .command('remove')
    .description('remove a name')
    .argument('<NAME>', 'the display name', readName)
    .databaseAction((name: string) => async ({ db, act }) => {
      const changed = await new PromotionStore({ db }).removeStaff(name, act)
      return resultOf(name, changed, changed ? `Removed ${name}.` : `${name} was not there.`)
    })
  staff
    .command('list')
    .description('list all names')
    .databaseAction(() => async ({ db }) => {
      const { total, items } = await new PromotionStore({ db }).staff({ limit: MAX_ROWS, offset: 0 })
      const staff = items.map(staffAnswer)
      const rows = staff.map(({ name, at }) => [name, at])
      return { json: { total, staff }, text: tableText(['NAME', 'SINCE'], rows) }
    })
}

function readName(text: string): string {
  const name = parseStaffName(text)
  if (name !== null) return name
  throw new UsageError(`NAME must be a display name of 1 to ${MAX_STAFF_NAME_LENGTH} characters on one line.`)
}

function resultOf(name: string, changed: boolean, text: string): Result {
  return { json: { name, changed }, text }
}
