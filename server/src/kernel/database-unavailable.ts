/** The reason why the database could not run a statement. */
export type DatabaseFault =
  /** There is no connection, or it broke. */
  | 'unreachable'
  | 'deadline'
  /** Another transaction held a lock for too long. */
  | 'busy'
  | 'full'
  | 'read_only'
  /** The disk below it fails. */
  | 'storage'

/**
 * The database is away, or cannot run a statement now. It is unknown whether a running transaction was committed. The
 * same work may succeed later, so clients are told to retry.
 */
export class DatabaseUnavailableError extends Error {
  readonly fault: DatabaseFault

  constructor(fault: DatabaseFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
  }
}

/** Waits for work that may be left out; false when the database is unavailable. */
export async function doUnlessUnavailable(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (error instanceof DatabaseUnavailableError) return false
    throw error
  }
}
