import { worldRoutes } from '@avatary/contract/routes/world'
import { TERMS_LINE } from '@avatary/contract/terms'
import { WORLD_SCHEMA } from '@avatary/contract/world'
import { ATLAS_INDEX_PATH, atlasIndex, type MissingPictures, writeAtlases } from './atlases.ts'
import { atlasPath, CELLS_PER_ATLAS } from './cells.ts'
import { type ExportCounts, ExportWriter } from './export-writer.ts'
import type { PictureSource } from './picture-source.ts'
import { PAGED_LISTS, type PagedList, type PlannedFile, pageCountOf, pageFile, SINGLE_FILES } from './plan.ts'
import type { AtlasPainter, ExportFolder, LiveAnswer, LiveAnswers } from './ports.ts'

const INDEX_PATH = 'index.json'
/** Makes GitHub Pages publish files unprocessed. */
const NO_JEKYLL_PATH = '.nojekyll'

export interface StaticExportDeps {
  answers: LiveAnswers
  folder: ExportFolder
  pictures: PictureSource
  painter: AtlasPainter
  /** The time shown in the live answers. */
  now: string
  /** Maximum number of pages per list, except the list of all avatars. */
  maxPages: number
  /** Number of avatars whose pictures are drawn, most popular first; 0 for none. */
  maxPictures: number
  signal: AbortSignal
  /** @param share from 0 to 1. */
  onProgress: (done: number, share: number) => void
}

export interface StaticExportResult extends ExportCounts {
  pictures: number
  missing: MissingPictures
  /** Paths whose endpoint could not answer now; existing files were kept. */
  stale: string[]
}

interface CountedList {
  list: PagedList
  total: number
  pageCount: number
}

/**
 * Writes the answers of the endpoints for worlds as files with constant names, for hosts that worlds trust. Files with
 * the same content are not rewritten. The export can be interrupted and run again.
 *
 * @throws ForeignFilesError when the folder contains other files at these paths.
 */
export async function exportStatic(deps: StaticExportDeps): Promise<StaticExportResult> {
  const { answers, folder, signal, now, maxPictures, pictures, onProgress } = deps
  const writer = await ExportWriter.open(folder)
  const singles = await Promise.all(SINGLE_FILES.map(async file => ({ file, answer: await answers(file) })))
  const offeredFiles = singles.filter(({ answer }) => answer.kind !== 'not_offered')
  const lists: CountedList[] = []
  for (const list of PAGED_LISTS) lists.push(await countPages(answers, list, deps.maxPages))
  const pages = lists.flatMap(pageFiles)
  const wantedPictures = pictures.popularPictures(maxPictures)
  await writer.claim([
    ...offeredFiles.filter(({ answer }) => answer.kind === 'body').map(({ file }) => file.path),
    ...pages.map(({ path }) => path),
    ...lists.map(({ list }) => countPath(list)),
    INDEX_PATH,
    NO_JEKYLL_PATH,
    ATLAS_INDEX_PATH,
    ...Array.from({ length: Math.ceil(wantedPictures.length / CELLS_PER_ATLAS) }, (_, number) =>
      atlasPath(number),
    ),
  ])

  let doneCount = 0
  const reportDone = () => onProgress(++doneCount, doneCount / (pages.length + wantedPictures.length))
  const stalePaths: string[] = []
  const put = async (file: PlannedFile, answer: LiveAnswer) => {
    if (answer.kind === 'body') return await writer.put(file.path, answer.body, sourceOf(file))
    await writer.keep(file.path)
    stalePaths.push(file.path)
  }
  for (const { file, answer } of offeredFiles) await put(file, answer)
  for (const file of pages) {
    signal.throwIfAborted()
    await put(file, await answers(file))
    reportDone()
  }
  for (const each of lists) await writer.putJson(countPath(each.list), countAnswer(now, each))
  const { cells, missing } = await writeAtlases({ ...deps, writer, onPicture: reportDone }, wantedPictures)
  await writer.putJson(ATLAS_INDEX_PATH, atlasIndex(now, cells))
  await writer.putJson(INDEX_PATH, indexAnswer(now, lists, cells.length))
  await writer.put(NO_JEKYLL_PATH, Buffer.alloc(0))
  return { ...(await writer.finish(cells)), pictures: cells.length, missing, stale: stalePaths }
}

async function countPages(answers: LiveAnswers, list: PagedList, maxPages: number): Promise<CountedList> {
  const total = totalOf(await answers(pageFile(list, 0)))
  return { list, total, pageCount: pageCountOf(list, total, maxPages) }
}

function totalOf(answer: LiveAnswer): number {
  if (answer.kind !== 'body') throw new Error('A list of the catalog has no answer')
  return (JSON.parse(answer.body.toString()) as { total: number }).total
}

function pageFiles({ list, pageCount }: CountedList): PlannedFile[] {
  return Array.from({ length: pageCount }, (_, page) => pageFile(list, page))
}

function countPath({ folder }: PagedList): string {
  return `${folder}/pages.json`
}

function countAnswer(now: string, { list, total, pageCount: pages }: CountedList) {
  return { ok: true, now, total, limit: list.limit, pages }
}

function indexAnswer(now: string, lists: readonly CountedList[], pictures: number) {
  const listEntries = lists.map(({ list: { name, folder, limit }, total, pageCount: pages }) => ({
    name,
    folder,
    limit,
    total,
    pages,
  }))
  return { ok: true, now, schema: WORLD_SCHEMA, terms: TERMS_LINE, pictures, lists: listEntries }
}

function sourceOf({ route, query }: PlannedFile): string {
  const { path } = worldRoutes[route]
  return query === '' ? path : `${path}?${query}`
}
