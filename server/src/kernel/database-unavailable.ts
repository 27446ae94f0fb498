/** Reasons why the database could not run a statement. */
export type DatabaseFault =
  /** There is no connection, or it broke off. */
  | 'unreachable'
  | 'deadline'
  /** Another transaction held a lock for too long. */
  | 'busy'
  | 'full'
  | 'read_only'
  /** The disk under the database fails. */
  | 'storage'

/**
 * The database is away, or cannot run a statement now. If a transaction was running, it may or may not have committed.
 * Retrying later may succeed, so clients are told to retry.
 */
export class DatabaseUnavailableError extends Error {
  readonly fault: DatabaseFault

  constructor(fault: DatabaseFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
  }
}

/** Awaits work that may be skipped; resolves to false when the database is unavailable. */
export async function doUnlessUnavailable(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (error instanceof DatabaseUnavailableError) return false
    throw error
  }
}
