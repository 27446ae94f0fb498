/** Methods that a path takes, each list in alphabetical order. */
export interface Methods {
  readonly all: readonly string[]
  /** Those that scripts of other origins may use. */
  readonly ofAnyOrigin: readonly string[]
}

interface KnownPath {
  readonly path: string
  readonly segments: readonly string[]
  /** Whether each is for scripts of other origins, too. */
  readonly methods: Map<string, boolean>
}

/**
 * Which methods the paths of the interface take, for `Allow` (RFC 9110 §15.5.6) and preflights. The router knows
 * only whether a path has a route for one method.
 */
export class AllowedMethods {
  readonly #paths: KnownPath[] = []

  /** @param path with parameters in braces. */
  add(method: string, path: string, isForAnyOrigin: boolean): void {
    let known = this.#paths.find(other => other.path === path)
    if (known === undefined) {
      known = { path, segments: path.split('/'), methods: new Map() }
      this.#paths.push(known)
    }
    known.methods.set(method, isForAnyOrigin)
    if (method === 'GET') known.methods.set('HEAD', isForAnyOrigin)
  }

  /**
   * Of the routes that match a path as it was requested, without its query; null when there are none. The router takes
   * one slash at the end for nothing.
   */
  of(path: string): Methods | null {
    const asked = path.replace(/(?<=.)\/$/, '').split('/')
    const methods = this.#paths
      .filter(({ segments }) => matches(segments, asked))
      .flatMap(known => [...known.methods])
    if (methods.length === 0) return null
    return {
      all: sorted(['OPTIONS', ...methods.map(([method]) => method)]),
      ofAnyOrigin: sorted(methods.filter(([, isForAnyOrigin]) => isForAnyOrigin).map(([method]) => method)),
    }
  }
}

function matches(segments: readonly string[], asked: readonly string[]): boolean {
  return (
    segments.length === asked.length && segments.every((segment, at) => matchesSegment(segment, asked[at]!))
  )
}

/** A parameter stands for one character at least, and something may follow it: `{id}.atom`. */
function matchesSegment(segment: string, asked: string): boolean {
  if (!segment.startsWith('{')) return segment === asked
  const rest = segment.slice(segment.indexOf('}') + 1)
  return asked.length > rest.length && asked.endsWith(rest)
}

function sorted(methods: readonly string[]): string[] {
  return [...new Set(methods)].sort()
}
