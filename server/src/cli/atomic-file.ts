import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { CommandError } from './exit.ts'

/** System calls whose failure concerns the file rather than the source. */
const FILE_SYSCALLS = ['open', 'write', 'writev', 'fsync', 'close', 'rename']

/**
 * Writes a temporary file next to `path`, and renames it once it is complete and on disk.
 * @param fill may end the stream. @param mode of a new file; the default is 0o666 without the umask.
 */
export async function writeFileAtomically(
  path: string,
  fill: (out: Writable) => Promise<void>,
  mode?: number,
): Promise<void> {
  const temporaryPath = `${path}.part`
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
