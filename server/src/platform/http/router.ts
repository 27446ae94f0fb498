import { METHODS } from 'node:http'
import findMyWay, { type HTTPMethod } from 'find-my-way'
import type { Endpoint } from './context.ts'
import type { Methods } from './headers.ts'

interface Match {
  /** Null when the path cannot be decoded. */
  readonly endpoint: Endpoint | null
  readonly params: Readonly<Record<string, unknown>>
  readonly rawQuery: string
}

/** Finds the endpoint of a request; a slash at the end of the path is ignored. */
export class Router {
  readonly #routes
  /** Endpoints without parameters by method and path, which are found without the router in a quarter of its time. */
  readonly #fixed = new Map<string, Map<string, Endpoint>>()
  /** Paths without parameters: a parameter of another path does not stand for them. */
  readonly #fixedPaths = new Set<string>()
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
  add(method: string, path: string, endpoint: Endpoint): void {
    for (const each of METHODS as HTTPMethod[]) {
      if (each !== method && !(each === 'HEAD' && method === 'GET')) continue
      this.#routes.on(each, patternOf(path), unused, endpoint)
      this.#methods.add(each)
      if (path.includes('{')) continue
      const fixed = this.#fixed.get(each) ?? new Map<string, Endpoint>()
      this.#fixed.set(each, fixed.set(path, endpoint))
      this.#fixedPaths.add(path)
    }
  }

  find(method: string, url: string): Match | null {
    const end = url.indexOf('?')
    const path = end === -1 ? url : url.slice(0, end)
    const endpoint = this.#fixed.get(method)?.get(path)
    if (endpoint !== undefined)
      return { endpoint, params: NONE, rawQuery: end === -1 ? '' : url.slice(end + 1) }
    const found = this.#routes.find(method as HTTPMethod, url)
    if (found === null) return null
    const isParameter = Object.keys(found.params).length > 0
    if (isParameter && this.#fixedPaths.has(path.replace(/\/$/, ''))) return null
    return { endpoint: found.store, params: found.params, rawQuery: String(found.searchParams ?? '') }
  }

  /** The methods of a path, for `Allow` (RFC 9110 §15.5.6) and preflights; null when there are none. */
  methodsOf(url: string): Methods | null {
    const all = ['OPTIONS']
    const ofAnyOrigin: string[] = []
    for (const method of this.#methods) {
      const endpoint = this.find(method, url)?.endpoint
      if (!endpoint) continue
      all.push(method)
      if (endpoint.isForAnyOrigin) ofAnyOrigin.push(method)
    }
    return all.length === 1 ? null : { all: all.sort(), ofAnyOrigin: ofAnyOrigin.sort() }
  }
}

const NONE = {}

/** find-my-way requires a handler for each route; only its `store` is used. */
function unused(): void {}

/** Writes a path for find-my-way, whose own pattern of a parameter before a suffix excludes line separators. */
function patternOf(path: string): string {
  return path.replaceAll(/\{(\w+)\}(?!\/|$)/g, ':$1([\\s\\S]+)').replaceAll(/\{(\w+)\}/g, ':$1')
}
