import type { Config } from '../../config/config.ts'
import type { CliCommand } from '../command.ts'
import type { Result } from '../context.ts'
import { EXIT, type ExitCode } from '../exit.ts'
import { checkDatabase } from './database.ts'
import type { Finding, Level } from './finding.ts'
import { checkFolder } from './folder.ts'
import { checkFiles, checkMemory } from './memory.ts'
import { checkRedis } from './redis.ts'
import { checkSettings } from './settings.ts'
import { checkUpstreams } from './upstreams.ts'

const EXIT_CODES: Readonly<Record<Level, ExitCode>> = {
  ok: EXIT.ok,
  note: EXIT.ok,
  warning: EXIT.failure,
  problem: EXIT.usage,
}
const LEVELS_FROM_WORST: readonly Level[] = ['problem', 'warning', 'note', 'ok']

export function addDoctor(program: CliCommand): void {
  const { context } = program
  program
    .command('doctor')
    .summary('Look at folder, database, Redis, upstreams, clock and settings, and say what to do')
    .description(`Reads only: the database is not migrated, and each upstream gets one harmless request. A server may run meanwhile.

Exit code 0 means that what is configured works, 1 that there are warnings, 2 that there are problems.`)
    .resultAction(() => examine(context.config()))
}

async function examine(config: Config): Promise<Result> {
  const findings = await findingsOf(config)
  const level = LEVELS_FROM_WORST.find(level => findings.some(finding => finding.level === level)) ?? 'ok'
  return { json: { level, findings }, text: findings.map(lineOf).join('\n'), exitCode: EXIT_CODES[level] }
}

async function findingsOf(config: Config): Promise<Finding[]> {
  const [folder, { findings: database, maxAvatars }, redis, upstreams, files] = await Promise.all([
    checkFolder(config),
    checkDatabase(config),
    checkRedis(config),
    checkUpstreams(config),
    checkFiles(),
  ])
  const memory = checkMemory(maxAvatars, config)
  const findings = [folder, database, redis, upstreams, checkSettings(config), memory, files].flat()
  return findings.toSorted((a, b) => LEVELS_FROM_WORST.indexOf(a.level) - LEVELS_FROM_WORST.indexOf(b.level))
}

function lineOf({ level, about, what, advice }: Finding): string {
  const line = `${level.padEnd(7)}  ${about}: ${what}`
  return advice === null ? line : `${line}\n${' '.repeat(9)}→ ${advice}`
}
