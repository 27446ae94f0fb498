/** Why the system of record could not do what it was asked to. */
export type DatabaseFault =
  /** There is no connection, or it broke. */
  | 'unreachable'
  /** No answer came in time. */
  | 'deadline'
  /** Others held for too long what was needed. */
  | 'busy'
  | 'full'
  | 'read_only'
  /** The disk below it fails. */
  | 'storage'

/**
 * The system of record is away, or cannot do what it was asked to for now. Whether a transaction under way was
 * committed is not known. The same work may well succeed later, so whoever asked is told to come back.
 */
export class DatabaseUnavailableError extends Error {
  readonly fault: DatabaseFault

  constructor(fault: DatabaseFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
  }
}

/** Does work that a later request does as well; false when the system of record cannot do it now. */
export async function doUnlessUnavailable(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (error instanceof DatabaseUnavailableError) return false
    throw error
  }
}
