/** Names of this machine, which browsers take for different origins. */
export const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** The public origin. Where that is a name of this machine, the others with its port lead to the same server. */
export function ownOriginsOf(publicUrl: string): ReadonlySet<string> {
  const url = URL.parse(publicUrl)
  if (url === null || !LOOPBACK_NAMES.has(url.hostname)) return new Set([publicUrl])
  return new Set(Array.from(LOOPBACK_NAMES, name => Object.assign(new URL(url), { hostname: name }).origin))
}
