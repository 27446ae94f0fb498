import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { CommandError } from './outcome.ts'

/** System calls whose failure concerns the file rather than the source. */
const FILE_CALLS = ['open', 'write', 'writev', 'fsync', 'close', 'rename']

/**
 * Writes a temporary file next to `path`, and renames it once it is complete and on disk.
 * @param fill may end the stream. @param mode of a new file; the default is 0o666 without the umask.
 */
export async function writeFileAtomically(
  path: string,
  fill: (out: Writable) => Promise<void>,
  mode?: number,
): Promise<void> {
  const part = `${path}.part`
  const out = createWriteStream(part, { flush: true, mode })
  try {
    const filling = fill(out)
    // A failure of the file ends the wait. Its completion does not, since the source may still fail.
    await Promise.race([filling, finished(out)])
    await filling
    out.end()
    await finished(out)
    await rename(part, path)
  } catch (error) {
    out.destroy()
    await rm(part, { force: true })
    const { syscall, message } = error as NodeJS.ErrnoException
    const isOfFile = FILE_CALLS.includes(syscall ?? '')
    throw isOfFile ? new CommandError(`${path} cannot be written: ${message}`) : error
  }
}
