import { MAX_STAFF_NAME } from '@avatary/contract/promotions'
import { systemClock } from '../platform/clock.ts'
import {
  createPromotionStore,
  type PromotionStore,
  parseStaffName,
  staffAnswer,
} from '../slices/promotions/index.ts'
import { cliActor } from './actor.ts'
import { openCatalog } from './catalog.ts'
import { type Command, type CommandInput, EXIT, type ExitCode, UsageError } from './command.ts'
import { formatTable } from './table.ts'
import { write } from './terminal.ts'

const ACTS = ['add', 'remove', 'list'] as const
const MOST = 100_000

export const staffCommand: Command = {
  name: 'staff',
  summary: 'Name who worlds may treat as staff',
  places: ['ACT', 'NAME?'],
  options: { json: { help: 'print the result as one JSON object' } },
  details: `Acts:
  add NAME            a display name, exactly as the platform shows it
  remove NAME         take it off again
  list                all of them

Worlds compare letter by letter: copy names from the platform, which writes some characters in forms of its own.`,
  run: runStaff,
}

async function runStaff({
  places: [given, name],
  options,
  config,
  terminal,
}: CommandInput): Promise<ExitCode> {
  const act = ACTS.find(known => known === given)
  if (act === undefined) throw new UsageError(`There is no act "${given}". Acts: ${ACTS.join(', ')}.`)
  const step = act === 'list' ? listing(name) : naming(act, name)
  await using catalog = await openCatalog(config)
  const { told, text } = await step(createPromotionStore({ db: catalog.db }))
  await write(terminal.stdout, `${options.json ? JSON.stringify(told) : text}\n`)
  return EXIT.ok
}

type Step = (store: PromotionStore) => Promise<{ told: object; text: string }>

function naming(act: 'add' | 'remove', given = ''): Step {
  const name = parseStaffName(given, MAX_STAFF_NAME)
  if (name === null)
    throw new UsageError(`NAME must be a display name of 1 to ${MAX_STAFF_NAME} characters on one line.`)
  return async store => {
    const by = { actor: cliActor(), nowMs: systemClock.now() }
    const changed = act === 'add' ? await store.addStaff(name, by) : await store.removeStaff(name, by)
    const [did, wasSo] = act === 'add' ? ['Added', 'was there already'] : ['Removed', 'was not there']
    return { told: { name, changed }, text: changed ? `${did} ${name}.` : `${name} ${wasSo}.` }
  }
}

function listing(name: string | undefined): Step {
  if (name !== undefined) throw new UsageError(`staff does not know what to do with "${name}" here.`)
  return async store => {
    const { total, items } = await store.staff({ limit: MOST, offset: 0 })
    const staff = items.map(staffAnswer)
    const rows = staff.map(({ name, at }) => [name, at])
    const text = rows.length === 0 ? 'There are none.' : formatTable(['NAME', 'SINCE'], rows).trimEnd()
    return { told: { total, staff }, text }
  }
}
