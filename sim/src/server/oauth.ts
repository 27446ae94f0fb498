import type { SimAnswer } from './sim-server.ts'

/** Media type of the only bodies that token endpoints accept (RFC 6749 §4.1.3). */
export const FORM = 'application/x-www-form-urlencoded'

/** The answer to a refused request (RFC 6749 §5.2). */
export function oauthError(status: number, error: string, description?: string): SimAnswer {
  return { status, body: { error, ...(description !== undefined && { error_description: description }) } }
}
