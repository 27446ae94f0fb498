import { readFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import type { Config } from '../../config/config.ts'
import { MEBIBYTE } from '../../kernel/bytes.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

/** Resident memory of a process without avatars, and per thousand avatars (docs/operate.md, "Sizing"). */
const PROCESS_MIB = 200
const MIB_PER_THOUSAND_AVATARS = 0.6
/** A worker keeps no catalog in memory. */
const WORKER_MIB = 150
const MIN_OPEN_FILES = 4096

/** Checks that the catalog fits into memory once per answering process of this machine. */
export function checkMemory(
  avatars: number,
  { processes, role }: Pick<Config, 'processes' | 'role'>,
  availableBytes = availableMemory(),
): Finding {
  const answering = role === 'worker' ? 0 : processes
  const workerCount = role === 'worker' || (role === 'all' && processes > 1) ? 1 : 0
  const neededBytes =
    answering * (PROCESS_MIB + (avatars / 1000) * MIB_PER_THOUSAND_AVATARS) + workerCount * WORKER_MIB
  const available = availableBytes / MEBIBYTE
  const count = answering + workerCount
  const text = `${count} ${count === 1 ? 'process' : 'processes'} with up to ${avatars} avatars: some ${Math.round(neededBytes)} MiB of ${Math.round(available)}`
  const advice = 'Give the machine more memory, or lower PROCESSES.'
  if (neededBytes > available) return problem('memory', text, advice)
  return neededBytes > 0.8 * available ? warning('memory', text, advice) : ok('memory', text)
}

/** Memory in bytes of this machine, or of the container of this process. */
function availableMemory(): number {
  const bound = process.constrainedMemory()
  return bound > 0 ? Math.min(bound, totalmem()) : totalmem()
}

/** Checks the limit of open files; finds nothing where the system does not tell it. */
export async function checkFiles(path = '/proc/self/limits'): Promise<Finding[]> {
  const text = await readFile(path, 'utf8').catch(() => '')
  const maxOpenFiles = Number(/^Max open files\s+(\d+)/m.exec(text)?.[1] ?? Number.POSITIVE_INFINITY)
  if (maxOpenFiles >= MIN_OPEN_FILES) return []
  return [
    warning(
      'limits',
      `a process may open ${maxOpenFiles} files, connections among them`,
      'Raise LimitNOFILE of the service (ulimit -n).',
    ),
  ]
}
