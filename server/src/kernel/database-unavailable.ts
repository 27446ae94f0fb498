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

/** The database cannot run a statement now; the same work may succeed later, or be committed already. */
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
