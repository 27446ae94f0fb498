/** Names of the local machine, which browsers treat as different origins. */
export const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * The public origin. If it names the local machine, also its other names with the same port, which reach this server.
 */
export function ownOriginsOf(publicUrl: string): ReadonlySet<string> {
  const url = URL.parse(publicUrl)
  if (url === null || !LOOPBACK_NAMES.has(url.hostname)) return new Set([publicUrl])
  return new Set(Array.from(LOOPBACK_NAMES, name => Object.assign(new URL(url), { hostname: name }).origin))
}
