import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = /\.(js|css|svg|json|webmanifest)$/

/** Writes `.br` and `.gz` beside every text file of the build; the server sends these files as they are. */
export function precompress(): Plugin {
  let folder = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir)
    },
    async writeBundle() {
      const files = (await readdir(folder)).filter(file => TEXT.test(file))
      await Promise.all(files.map(file => compress(join(folder, file))))
    },
  }
}

async function compress(path: string): Promise<void> {
  const text = await readFile(path)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    // One block for the whole first script, which is then more than a hundred bytes smaller.
    [constants.BROTLI_PARAM_LGBLOCK]: 20,
  }
  await writeFile(`${path}.br`, brotliCompressSync(text, { params }))
  await writeFile(`${path}.gz`, gzipSync(text, { level: 9 }))
}
