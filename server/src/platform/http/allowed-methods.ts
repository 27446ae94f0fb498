/**
 * Which methods the paths of the interface take, for `Allow` (RFC 9110 §15.5.6) and preflights. The router knows
 * only whether a path has a route for one method.
 */
export class AllowedMethods {
  readonly #paths: { segments: readonly string[]; methods: Set<string> }[] = []

  /** @param path with parameters in braces. */
  add(method: string, path: string): void {
    const segments = path.split('/')
    const known = this.#paths.find(({ segments: other }) => other.join('/') === path)
    const methods = known?.methods ?? new Set<string>()
    methods.add(method)
    if (method === 'GET') methods.add('HEAD')
    if (known === undefined) this.#paths.push({ segments, methods })
  }

  /** Of the routes that match a path as it was requested, without its query; empty when there are none. */
  of(path: string): string[] {
    const asked = path.split('/')
    const methods = this.#paths
      .filter(({ segments }) => matches(segments, asked))
      .flatMap(found => [...found.methods])
    return methods.length === 0 ? [] : [...new Set([...methods, 'OPTIONS'])].sort()
  }
}

function matches(segments: readonly string[], asked: readonly string[]): boolean {
  return (
    segments.length === asked.length &&
    segments.every((segment, at) => (segment.startsWith('{') ? asked[at] !== '' : segment === asked[at]))
  )
}
