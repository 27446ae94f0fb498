import findMyWay, { type HTTPMethod } from 'find-my-way'
import { getOrInsert } from '../../kernel/get-or-insert.ts'
import type { Endpoint, Match } from './context.ts'
import type { Methods } from './headers.ts'

/** Finds the endpoint of a request; ignores a slash at the end of the path. */
export class Router {
  readonly #routes
  /**
   * Endpoints of paths without parameters, by path and method. A lookup here takes a quarter of the time of one in
   * find-my-way, and ensures that no parameter of another route matches these paths.
   */
  readonly #fixedPaths = new Map<string, Map<string, Endpoint>>()
  readonly #methods = new Set<HTTPMethod>()

  /** @param maxParamLength in characters. */
  constructor(maxParamLength: number) {
    this.#routes = findMyWay({
      ignoreTrailingSlash: true,
      maxParamLength,
      querystringParser: raw => raw,
      onBadUrl: unused,
    })
  }

  /** @param path with parameters in braces. */
  add(method: HTTPMethod, path: string, endpoint: Endpoint): void {
    this.#routes.on(method, patternOf(path), unused, endpoint)
    for (const servedMethod of method === 'GET' ? (['GET', 'HEAD'] as const) : [method]) {
      this.#methods.add(servedMethod)
      if (path.includes('{')) continue
      getOrInsert(this.#fixedPaths, path, () => new Map<string, Endpoint>()).set(servedMethod, endpoint)
    }
  }

  /** @returns null when no endpoint serves the method at this path, or the path cannot be decoded. */
  find(method: string, url: string): Match | null {
    const end = url.indexOf('?')
    const path = end === -1 ? url : url.slice(0, end)
    const endpoint = this.#fixedPaths.get(path)?.get(method)
    if (endpoint !== undefined) return { endpoint, params: {}, rawQuery: url.slice(path.length + 1) }
    const match = this.#findPattern(method, url)
    if (match === null || match.store === null) return null
    // Otherwise another method of a fixed path would be served by a route with a parameter.
    if (Object.keys(match.params).length > 0 && this.#fixedPaths.has(path.replace(/\/$/, ''))) return null
    const params = match.params as Match['params']
    return { endpoint: match.store, params, rawQuery: String(match.searchParams ?? '') }
  }

  /** True for a path whose escapes cannot be decoded: find-my-way then finds its `onBadUrl`, which has no `store`. */
  isMalformed(method: string, url: string): boolean {
    return this.#findPattern(method, url)?.store === null
  }

  /** Finds the route by find-my-way, in which GET stands for HEAD as well (RFC 9110 §9.3.2). */
  #findPattern(method: string, url: string) {
    return this.#routes.find(method === 'HEAD' ? 'GET' : (method as HTTPMethod), url)
  }

  /** The methods of a path, for `Allow` (RFC 9110 §15.5.6) and preflights; null when there are none. */
  methodsOf(url: string): Methods | null {
    const all = ['OPTIONS']
    const ofAnyOrigin: string[] = []
    let areForBrowsers = false
    for (const method of this.#methods) {
      const match = this.find(method, url)
      if (match !== null) all.push(method)
      if (match?.endpoint.isForAnyOrigin) ofAnyOrigin.push(method)
      if (match?.endpoint.isForBrowsers) areForBrowsers = true
    }
    return all.length === 1 ? null : { all: all.sort(), ofAnyOrigin: ofAnyOrigin.sort(), areForBrowsers }
  }
}

/** find-my-way requires a handler for each route, but we only use its `store`. */
const unused = () => {}

/** Translates a path for find-my-way, whose own pattern for a parameter before a suffix excludes line separators. */
function patternOf(path: string): string {
  return path.replaceAll(/\{(\w+)\}(?!\/|$)/g, ':$1([\\s\\S]+)').replaceAll(/\{(\w+)\}/g, ':$1')
}
