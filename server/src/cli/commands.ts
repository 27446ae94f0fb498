import { clientsCommand } from './clients.ts'
import type { Command } from './command.ts'
import { discordCommand } from './discord.ts'
import { exportCommand } from './export.ts'
import { importCommand } from './import.ts'
import { migrateCommand } from './migrate.ts'
import { mirrorCommand } from './mirror.ts'
import { moderateCommand } from './moderate.ts'
import { promoteCommand } from './promote.ts'
import { resealCommand } from './reseal.ts'
import { searchesCommand } from './searches.ts'
import { serveCommand } from './serve.ts'
import { simCommand } from './sim.ts'
import { staffCommand } from './staff.ts'

/** Every command, in the order in which the help lists them. */
export const ALL_COMMANDS: readonly Command[] = [
  serveCommand,
  importCommand,
  exportCommand,
  mirrorCommand,
  moderateCommand,
  promoteCommand,
  staffCommand,
  searchesCommand,
  discordCommand,
  clientsCommand,
  migrateCommand,
  resealCommand,
  simCommand,
]
