import { accessSync, constants } from 'node:fs'
import { dirname } from 'node:path'
import { CompiledQuery, Kysely, sql } from 'kysely'
import { ExpectedError } from '../../kernel/expected-error.ts'
import { makeFolder } from '../../kernel/make-folder.ts'
import { Availability } from './availability.ts'
import type { Connections, EngineSettings } from './options.ts'
import { LocalConnection, type SqliteConnection } from './sqlite-connection.ts'
import { sqliteDialect, whileBusy } from './sqlite-driver.ts'
import { sqliteCode } from './sqlite-faults.ts'
import { ThreadConnection } from './thread-connection.ts'

/** SQLITE_IOERR and SQLITE_FULL. */
const NO_SPACE_CODES = [10, 13]

/**
 * Page cache of each connection in KiB: enough for pages that are read again at once. The system caches the pages of
 * the file anyway, outside of the process.
 */
const CACHE_KIB = { reader: 2048, scanner: 2048, writer: 16_384, filling: 262_144 }

const DATA_VERSION_QUERY = CompiledQuery.raw('pragma data_version')

const readerSetup = (cacheKib: number) => [
  'pragma query_only = on',
  `pragma cache_size = -${cacheKib}`,
  'pragma temp_store = memory',
]

/**
 * Opens three connections to one file in write-ahead mode, where readers never wait for the writer. The reader works in
 * this thread, because a read by key takes less time than a message to another thread. The writer, whose commits wait
 * for the disk, and the scanner, which reads very many rows, have threads. Creates the file and its folder.
 * @throws ExpectedError that names the file, when it cannot be opened or is not a database.
 */
export async function openSqlite(path: string, settings: EngineSettings): Promise<Connections> {
  const { synchronous, writesBulk, usesThreads, statementTimeoutMs, observer, log } = settings
  const { wrapConnection: wrap = connection => connection, busyDeadlineMs: deadlineMs } = settings
  const busyOptions = { deadlineMs, now: () => performance.now(), random: Math.random }
  try {
    // It contains sessions and private data of accounts.
    await makeFolder(dirname(path), 0o700)
    // A file needs no probe: each statement shows whether it can be used.
    const availability = new Availability(async () => {}, observer)
    const reader = new LocalConnection({
      path,
      setup: ['pragma journal_mode = wal', ...readerSetup(CACHE_KIB.reader)],
    })
    await whileBusy(busyOptions, () => reader.open()).catch(ignoreNoSpace)
    const open = (setup: string[]) =>
      usesThreads
        ? new ThreadConnection({ path, setup }, availability, statementTimeoutMs)
        : new LocalConnection({ path, setup })
    const scanner = open(readerSetup(CACHE_KIB.scanner))
    const writer = open(writerSetup(synchronous, writesBulk))
    const kyselyOver = (connection: SqliteConnection) =>
      new Kysely<never>({ dialect: sqliteDialect(wrap(connection), busyOptions, availability), log })
    const [writerKysely, readerKysely] = [kyselyOver(writer), kyselyOver(reader)]
    return {
      engine: 'sqlite',
      availability,
      writer: writerKysely,
      reader: readerKysely,
      scanner: kyselyOver(scanner),
      // While other connections are at work, this copies what it can to the database and does not truncate the log.
      shrinkWal: async () => void (await sql`pragma wal_checkpoint(truncate)`.execute(writerKysely)),
      onChanges: null,
      readDataVersion: async () => {
        const { rows } = await readerKysely.executeQuery<{ data_version: number }>(DATA_VERSION_QUERY)
        return rows[0]!.data_version
      },
      // Transactions wait for the only writer, so that none is in a deadlock.
      runWithRetries: work => work(),
      close: async () => {
        availability.close()
        reader.close()
        await scanner.close()
        await writer.close()
      },
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ExpectedError(`Cannot open the database ${path}: ${reason}${folderProblem(dirname(path))}`, {
      cause: error,
    })
  }
}

/**
 * Explains a common cause that SQLite's error does not name: it can only open a file where it may also write its log.
 */
function folderProblem(folder: string): string {
  try {
    accessSync(folder, constants.W_OK)
    return ''
  } catch {
    return `; the folder ${folder} cannot be written to`
  }
}

/** On a full disk the shared-memory file of readers cannot be created; a later statement then opens the connection. */
function ignoreNoSpace(error: unknown): void {
  if (!NO_SPACE_CODES.includes(sqliteCode(error) ?? 0)) throw error
}

/** Filling changes pages all over the file. With a larger cache and a longer log, each page is written fewer times. */
function writerSetup(synchronous: EngineSettings['synchronous'], writesBulk: boolean): string[] {
  return [
    `pragma synchronous = ${synchronous}`,
    'pragma foreign_keys = on',
    // Overwrites deleted personal data in the file; `fast` does so only where it costs no further writes.
    'pragma secure_delete = fast',
    `pragma cache_size = -${writesBulk ? CACHE_KIB.filling : CACHE_KIB.writer}`,
    'pragma temp_store = memory',
    `pragma wal_autocheckpoint = ${writesBulk ? 65_536 : 16_384}`,
    `pragma journal_size_limit = ${128 * 1024 * 1024}`,
  ]
}
