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
/** The share of memory from which a warning is due, because other programs need some, too. */
const WARNING_SHARE = 0.8

/** Checks that the catalog fits into memory once per answering process of this machine. */
export function checkMemory(
  maxAvatars: number,
  { processes, role }: Pick<Config, 'processes' | 'role'>,
  availableBytes = availableMemoryBytes(),
): Finding {
  const answeringCount = role === 'worker' ? 0 : processes
  const workerCount = role === 'worker' || (role === 'all' && processes > 1) ? 1 : 0
  const neededMib =
    answeringCount * (PROCESS_MIB + (maxAvatars / 1000) * MIB_PER_THOUSAND_AVATARS) + workerCount * WORKER_MIB
  const availableMib = availableBytes / MEBIBYTE
  const count = answeringCount + workerCount
  const text = `${count} ${count === 1 ? 'process' : 'processes'} with up to ${maxAvatars} avatars: some ${Math.round(neededMib)} MiB of ${Math.round(availableMib)}`
  const advice = 'Give the machine more memory, or lower PROCESSES.'
  if (neededMib > availableMib) return problem('memory', text, advice)
  return neededMib > WARNING_SHARE * availableMib ? warning('memory', text, advice) : ok('memory', text)
}

/** The memory of this machine, or of the container of this process. */
function availableMemoryBytes(): number {
  const containerBytes = process.constrainedMemory()
  return containerBytes > 0 ? Math.min(containerBytes, totalmem()) : totalmem()
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
