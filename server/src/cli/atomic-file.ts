import { createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { systemClock } from '../platform/clock.ts'
import { removeLeftovers } from '../platform/files/leftovers.ts'
import { CommandError } from './exit.ts'

/** System calls whose failure concerns the file rather than the source. */
const FILE_SYSCALLS = ['open', 'write', 'writev', 'fsync', 'close', 'rename']

const TEMPORARY_NAME = /\.\d+\.part$/
/** The first bytes of every SQLite file. */
const DATABASE_START = 'SQLite format 3\0'

/**
 * Writes a temporary file of this process next to `path`, and renames it once it is complete and on disk. Removes those
 * that killed processes have left.
 * @param fill may end the stream. @param mode of a new file; the default is 0o666 without the umask.
 */
export async function writeFileAtomically(
  path: string,
  fill: (out: Writable) => Promise<void>,
  mode?: number,
): Promise<void> {
  await refuseUnlessReplaceable(path)
  await removeLeftovers(path, systemClock.now(), ({ name }) => TEMPORARY_NAME.test(name))
  const temporaryPath = `${path}.${process.pid}.part`
  const out = createWriteStream(temporaryPath, { flush: true, mode })
  try {
    const whenFilled = fill(out)
    // A failure of the file is thrown at once; the file may also be complete before `fill` fails.
    await Promise.race([whenFilled, finished(out)])
    await whenFilled
    out.end()
    await finished(out)
    await rename(temporaryPath, path)
  } catch (error) {
    out.destroy()
    await rm(temporaryPath, { force: true })
    const { syscall, message } = error as NodeJS.ErrnoException
    const isFileFailure = FILE_SYSCALLS.includes(syscall ?? '')
    throw isFileFailure ? new CommandError(`${path} cannot be written: ${message}`) : error
  }
}

/** Devices are refused, too, because renaming would put a file in place of `/dev/null`. */
async function refuseUnlessReplaceable(path: string): Promise<void> {
  const stats = await stat(path).catch(() => null)
  if (stats === null) return
  if (stats.isDirectory()) throw new CommandError(`${path} is a folder; give a file.`)
  if (!stats.isFile()) throw new CommandError(`${path} is not a plain file, so it cannot be replaced.`)
  if (await isDatabase(path)) throw new CommandError(`${path} is a database; give another file.`)
}

async function isDatabase(path: string): Promise<boolean> {
  try {
    await using file = await open(path, 'r')
    const { buffer } = await file.read(Buffer.alloc(DATABASE_START.length), 0, DATABASE_START.length, 0)
    return buffer.toString('latin1') === DATABASE_START
  } catch {
    return false
  }
}
