import { access, constants, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { loadAdminToken, loadSecretKey, secretFilesIn } from '../../config/secrets.ts'
import { sqlitePathOf } from '../../platform/db/database.ts'
import { freeBytesOf } from '../../platform/files/sizes.ts'
import { type Finding, ok, problem, reasonOf, warning } from './finding.ts'

const FOLDER = 'data folder'
const GIGABYTE = 1e9
/** Free bytes below which an import or a snapshot may not fit. */
const LOW_FREE_BYTES = 2 * GIGABYTE
const MIN_FREE_BYTES = 0.2 * GIGABYTE

/** Checks that `DATA_DIR` exists, is writable, has free space, and that others cannot read its secrets. */
export async function checkFolder({ data }: Pick<Config, 'data'>): Promise<Finding[]> {
  const { dir } = data
  try {
    const { mode } = await stat(dir)
    // The trailing dot makes this fail for a file in place of the folder.
    await access(`${dir}/.`, constants.W_OK)
    return [checkSpace(dir, await freeBytesOf(dir)), ...checkMode(dir, mode), ...(await checkSecrets(data))]
  } catch (error) {
    const hasSecretSettings = data.secretKey !== null && data.adminToken !== null
    const usesDatabaseServer = sqlitePathOf(data.databaseUrl) === null
    const text = `${dir} cannot be written: ${reasonOf(error)}`
    return hasSecretSettings && usesDatabaseServer
      ? [warning(FOLDER, text, 'No snapshot is kept, so that each start reads all rows.')]
      : [
          problem(
            FOLDER,
            text,
            'Let DATA_DIR name a folder that this user may write; the first start makes it.',
          ),
        ]
  }
}

function checkSpace(dir: string, freeBytes: number): Finding {
  const text = `${dir} can be written; ${(freeBytes / GIGABYTE).toFixed(1)} GB are free`
  if (freeBytes < MIN_FREE_BYTES)
    return problem(FOLDER, text, 'Make room: writes fail when the disk is full.')
  if (freeBytes < LOW_FREE_BYTES)
    return warning(FOLDER, text, 'Make room for imports, snapshots and the write-ahead log.')
  return ok(FOLDER, text)
}

function checkMode(dir: string, mode: number): Finding[] {
  if ((mode & 0o077) === 0) return []
  return [warning(FOLDER, `others may look into ${dir}, which holds sessions and grants`, `chmod 700 ${dir}`)]
}

async function checkSecrets(data: Config['data']): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const name of secretFilesIn(data.dir)) {
    const path = join(data.dir, name)
    const { mode } = await stat(path)
    if ((mode & 0o077) !== 0)
      findings.push(problem('secrets', `others may read ${path}`, `chmod 600 ${path}`))
    // Only for a file that exists, because loading makes a missing one.
    const load = name === 'secret.key' ? loadSecretKey(data) : loadAdminToken(data)
    await load.catch(error =>
      findings.push(problem('secrets', reasonOf(error), 'Until then the server does not start.')),
    )
  }
  return findings
}
