import { exampleOf } from '@avatary/contract/example'
import { asJsonSchema, type JsonSchema } from '@avatary/contract/json-schema'
import type { RouteContract } from '@avatary/contract/route'
import { ROUTES } from '@avatary/contract/routes/all'
import { Random } from '@avatary/sim/dataset/random'
import { BODIES, BROKEN_ESCAPES, HEADERS, NUMBERS, RAW, TEXTS } from './hostile.ts'

export interface FuzzRequest {
  readonly kind: 'http'
  readonly method: string
  /** Path and query relative to the interface, exactly as sent. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | null
}

/** Bytes that are sent on a connection of their own. */
export interface RawRequest {
  readonly kind: 'raw'
  readonly bytes: string
}

export interface MakerOptions {
  readonly seed: number
  /** Ids of existing avatars, so that some requests find something. */
  readonly ids: readonly string[]
}

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND']
const STREAM = 0xf022

/** Generates requests from the contract; the same seed and number yield the same request. */
export class RequestMaker {
  readonly #random = new Random()
  readonly #seed: number
  readonly #ids: readonly string[]

  constructor({ seed, ids }: MakerOptions) {
    this.#seed = seed
    this.#ids = ids
  }

  request(number: number): FuzzRequest | RawRequest {
    const random = this.#random.startAt(this.#seed, STREAM, number)
    if (random.chance(0.02)) return { kind: 'raw', bytes: random.pick(RAW) }
    const route = random.pick(ROUTES)
    const method = random.chance(0.06) ? random.pick(METHODS) : route.method
    const headers: Record<string, string> = {}
    const body = method === 'GET' || method === 'HEAD' ? null : this.#body(route)
    if (body !== null) headers['Content-Type'] = 'application/json'
    while (random.chance(0.25)) {
      const [name, value] = random.pick(HEADERS)
      headers[name] = value
    }
    return { kind: 'http', method, target: this.#target(route), headers, body }
  }

  #target({ path, query }: RouteContract): string {
    const filled = path.replaceAll(/\{\w+\}/g, () => this.#pathValue())
    const target = this.#random.chance(0.02) ? this.#bent(filled) : filled
    const search = this.#query(asJsonSchema(query ?? {}))
    return search === '' ? target : `${target}?${search}`
  }

  #pathValue(): string {
    const random = this.#random
    if (random.chance(0.5) && this.#ids.length > 0) return random.pick(this.#ids)
    if (random.chance(0.1)) return random.pick(BROKEN_ESCAPES)
    return encodeURIComponent(random.pick(TEXTS).toWellFormed()) || 'x'
  }

  /** A path that differs slightly from that of a route. */
  #bent(path: string): string {
    const ways = [
      () => `${path}/`,
      () => path.replace('/', '//'),
      () => path.toUpperCase(),
      () => path.replace(/[a-z]/, letter => `%${letter.charCodeAt(0).toString(16)}`),
      () => `/.${path}`,
      () => `/x/..${path}`,
      () => `${path};a=b`,
      () => `${path}${this.#random.pick(BROKEN_ESCAPES)}`,
    ]
    return this.#random.pick(ways)()
  }

  #query({ properties = {} }: JsonSchema): string {
    const random = this.#random
    const pairs: string[] = []
    for (const [name, field] of Object.entries(properties)) {
      if (random.chance(0.5)) pairs.push(`${this.#name(name)}=${this.#queryValue(field)}`)
    }
    while (random.chance(0.15)) {
      pairs.push(random.pick([...BROKEN_ESCAPES, '', '=', 'q', 'limit=5', 'x=1&&;', '?', '#']))
    }
    return pairs.join(random.chance(0.03) ? '&&' : '&')
  }

  #name(name: string): string {
    if (!this.#random.chance(0.06)) return name
    return this.#random.pick([
      `${name}[]`,
      `${name}[a]`,
      `${name}%00`,
      name.toUpperCase(),
      `%${name}`,
      `${name}=`,
    ])
  }

  #queryValue(field: JsonSchema): string {
    const random = this.#random
    if (random.chance(0.05)) return random.pick(BROKEN_ESCAPES)
    const text = encodeURIComponent(this.#text(field).toWellFormed())
    return random.chance(0.5) ? text.replaceAll('%20', '+') : text
  }

  #text(field: JsonSchema): string {
    const random = this.#random
    if (random.chance(0.1)) return random.pick(TEXTS)
    if (field.enum !== undefined) return String(random.pick(field.enum))
    if (field.type === 'array') {
      const parts = Array.from({ length: random.below(6) }, () => this.#text(field.items ?? {}))
      return random.chance(0.03) ? parts.concat(Array(600).fill('x')).join(',') : parts.join(',')
    }
    if (field.type !== 'integer') return random.chance(0.3) ? this.#pathId() : random.pick(TEXTS)
    if (random.chance(0.3)) return random.pick(NUMBERS)
    const { minimum = 0, maximum = 1000 } = field
    const edges = [minimum - 1, minimum, minimum + 1, maximum - 1, maximum, maximum + 1]
    return String(random.chance(0.5) ? random.pick(edges) : minimum + random.below(100))
  }

  #pathId(): string {
    return this.#ids.length > 0 ? this.#random.pick(this.#ids) : 'avtr_x'
  }

  #body({ body, exampleRequests = [] }: RouteContract): Buffer | null {
    const random = this.#random
    if (random.chance(0.25)) return random.pick(BODIES)
    if (body === undefined) return null
    const given = exampleRequests.find(example => example.body !== undefined)?.body ?? exampleOf(body)
    const text = JSON.stringify(random.chance(0.6) ? this.#bentValue(given) : given)
    return Buffer.from(random.chance(0.05) ? text.slice(0, random.below(text.length)) : text)
  }

  /** A variant of a value with one fault in it. */
  #bentValue(value: unknown): unknown {
    const random = this.#random
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (!isObject || random.chance(0.1)) {
      return random.pick<unknown>([
        null,
        true,
        -1,
        1.5,
        1e300,
        '',
        random.pick(TEXTS),
        [],
        {},
        [[]],
        [value, 0],
      ])
    }
    const entries = Object.entries(value)
    const bent = Object.fromEntries(
      entries
        .filter(() => !random.chance(0.15))
        .map(([key, field]) => [key, random.chance(0.4) ? this.#bentValue(field) : field]),
    )
    return random.chance(0.2) ? { ...bent, [random.pick(TEXTS)]: random.pick(TEXTS) } : bent
  }
}
