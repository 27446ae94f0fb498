import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { Kysely } from 'kysely'
import { Availability, type DatabaseObserver } from './availability.ts'
import { type BusyPolicy, sqliteDialect, whileBusy } from './sqlite-driver.ts'
import { sqliteCode } from './sqlite-faults.ts'
import { LocalSession, type SqliteSession } from './sqlite-session.ts'
import { ThreadSession } from './thread-session.ts'

export interface SqliteOptions {
  /** `full`: a commit is on disk when it returns. `normal` may lose the last ones when the machine fails. */
  synchronous: 'full' | 'normal' | 'off'
  busy: BusyPolicy
  /** Very much will be written. */
  isFilling: boolean
  /** A statement in another thread is given up after so long. */
  statementTimeoutMs: number
  observer: DatabaseObserver
  /** Tests put something between a connection and its statements. */
  wrapSession?: ((session: SqliteSession) => SqliteSession) | undefined
}

export interface SqliteConnections {
  availability: Availability
  writer: Kysely<never>
  reader: Kysely<never>
  scanner: Kysely<never>
  close(): Promise<void>
}

/** Primary result codes: a failure of reading or writing, and a full disk. */
const ROOMLESS = [10, 13]

const READING = ['pragma query_only = on', 'pragma cache_size = -32768', 'pragma temp_store = memory']

/**
 * Three connections to one file in write-ahead mode: readers see what is committed and never wait for the writer's
 * transaction. The reader works in this thread, since a read by key takes less time than a message to another one;
 * the writer, whose commits wait for the disk, and the scanner, whose reads look at very many rows, have threads of
 * their own. Creates the file and its folder.
 *
 * @throws Error that names the file, when it cannot be opened or is no database.
 */
export async function openSqlite(
  path: string,
  { synchronous, busy, isFilling, statementTimeoutMs, observer, wrapSession = same }: SqliteOptions,
): Promise<SqliteConnections> {
  try {
    mkdirSync(dirname(path), { recursive: true })
    // The file is there as long as the process; whether it can be used is seen at each statement.
    const availability = new Availability(async () => {}, observer)
    const reader = new LocalSession({ path, setup: ['pragma journal_mode = wal', ...READING] })
    await whileBusy(busy, () => reader.open()).catch(unlessFull)
    const inThread = (setup: string[]) => new ThreadSession({ path, setup }, availability, statementTimeoutMs)
    const scanner = inThread(READING)
    const writer = inThread(writing(synchronous, isFilling))
    const kyselyOver = (session: SqliteSession) =>
      new Kysely<never>({ dialect: sqliteDialect(wrapSession(session), busy, availability) })
    return {
      availability,
      writer: kyselyOver(writer),
      reader: kyselyOver(reader),
      scanner: kyselyOver(scanner),
      close: async () => {
        availability.close()
        reader.close()
        await scanner.close()
        await writer.close()
      },
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`Cannot open the database ${path}: ${reason}`, { cause: error })
  }
}

/** Readers share a file beside the database, for which a full disk has no room; there may be room later. */
function unlessFull(error: unknown): void {
  if (!ROOMLESS.includes(sqliteCode(error) ?? 0)) throw error
}

function same(session: SqliteSession): SqliteSession {
  return session
}

/**
 * Whoever fills a catalog touches pages all over it: with more room for them, and more of them in the log before they
 * go to the file, each is written fewer times.
 */
function writing(synchronous: SqliteOptions['synchronous'], isFilling: boolean): string[] {
  return [
    `pragma synchronous = ${synchronous}`,
    'pragma foreign_keys = on',
    // What is deleted of people does not stay readable in the file; at no cost where the page is written anyway.
    'pragma secure_delete = fast',
    `pragma cache_size = -${isFilling ? 262_144 : 65_536}`,
    'pragma temp_store = memory',
    `pragma wal_autocheckpoint = ${isFilling ? 65_536 : 16_384}`,
    'pragma journal_size_limit = 134217728',
  ]
}
