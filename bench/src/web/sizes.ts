import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'

const DIST = resolve(import.meta.dirname, '../../../web/dist')
const PAGE = /^src\/features\/(\w+)\/page\.tsx$/

interface Chunk {
  readonly file: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

/** Kilobytes that the search page loads, and that each other route adds. */
export async function routeSizes(): Promise<string[][]> {
  const manifest = JSON.parse(await readFile(`${DIST}/manifest.json`, 'utf8')) as Record<string, Chunk>
  const chunksOf = (name: string, visitedNames = new Set<string>()): Set<string> => {
    if (visitedNames.has(name)) return visitedNames
    visitedNames.add(name)
    for (const each of manifest[name]!.imports ?? []) chunksOf(each, visitedNames)
    return visitedNames
  }
  const row = async (route: string, names: readonly string[]) => {
    const scripts = names.map(name => manifest[name]!.file)
    const styles = names.flatMap(name => manifest[name]!.css ?? [])
    return [route, await kilobytes(scripts), await kilobytes(styles)]
  }
  const entry = Object.keys(manifest).find(name => manifest[name]!.isEntry)!
  const searchChunks = chunksOf(entry)
  const rows = [await row('search', [...searchChunks])]
  for (const name of Object.keys(manifest).sort()) {
    const route = PAGE.exec(name)?.[1]
    if (route === undefined || searchChunks.has(name)) continue
    rows.push(
      await row(
        `${route}, more`,
        [...chunksOf(name)].filter(each => !searchChunks.has(each)),
      ),
    )
  }
  return rows
}

async function kilobytes(files: readonly string[]): Promise<string> {
  const sizes = await Promise.all(files.map(async file => (await stat(`${DIST}/${file}.br`)).size))
  return (sizes.reduce((sum, size) => sum + size, 0) / 1000).toFixed(1)
}
