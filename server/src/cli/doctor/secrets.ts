import { rowsOfProcesses } from '../../avatars/index.ts'
import type { Config } from '../../config/config.ts'
import { secretFingerprintsOf } from '../../config/secret-fingerprints.ts'
import { secretFilesIn } from '../../config/secrets.ts'
import { disagreements } from '../../kernel/secret-fingerprints.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import { systemClock } from '../../platform/clock.ts'
import type { RowSource } from '../../platform/db/backup/row-source.ts'
import { type Finding, ok, problem } from './finding.ts'

const META_TABLE = { name: 'meta', columns: ['name', 'value'], autoincrementColumn: null, isSeeded: true }
/** A process writes its row every minute, so one with an older row has stopped. */
const MAX_ROW_AGE_MS = 3 * MINUTE_MS

/** Compares the configured secrets with those of the processes running on the database. */
export async function checkSecrets({ data }: Pick<Config, 'data'>, source: RowSource): Promise<Finding[]> {
  // Loading a secret that does not exist yet would generate it.
  const files = secretFilesIn(data.dir)
  if (data.secretKey === null && !files.includes('secret.key')) return []
  if (data.adminToken === null && !files.includes('admin.token')) return []
  const rows: { name: string; value: string }[] = []
  for await (const chunk of source.rows(META_TABLE))
    for (const [name, value] of chunk) rows.push({ name: String(name), value: String(value) })
  const runningSinceMs = systemClock.now() - MAX_ROW_AGE_MS
  const runningProcesses = rowsOfProcesses(rows).filter(({ atMs }) => atMs >= runningSinceMs)
  if (runningProcesses.length === 0) return []
  const differingNames = disagreements(
    await secretFingerprintsOf(data),
    runningProcesses.map(({ fingerprints }) => fingerprints),
  )
  const processes = runningProcesses.length === 1 ? 'the process' : `the ${runningProcesses.length} processes`
  if (differingNames.length === 0) return [ok('secrets', `they are those of ${processes} on this database`)]
  const advice = 'Set the same on every machine, and for this command.'
  return differingNames.map(name =>
    problem('secrets', `${name} differs from that of a process on this database`, advice),
  )
}
