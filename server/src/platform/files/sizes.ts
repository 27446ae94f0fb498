import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/** Total bytes of the named files in a folder; missing files count 0. */
export async function bytesOf(folder: string, names: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    names.map(name =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Free bytes on the disk that holds a folder. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
