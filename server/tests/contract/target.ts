import assert from 'node:assert/strict'
import { ERRORS, type ErrorCode, ErrorSchema } from '@avatary/contract/errors'
import type { RouteContract } from '@avatary/contract/route'
import { ROUTES } from '@avatary/contract/routes/all'
import { Compile } from 'typebox/compile'

/** A running server, however it was started. */
export interface Target {
  /** URL of the interface, such as `http://127.0.0.1:8787/api` */
  readonly baseUrl: string
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>
  /** Authorises the admin routes. */
  readonly adminToken: string
  /** Lets time pass until earlier writes are visible everywhere. */
  readonly settle: () => Promise<void>
}

/** One requirement of a server; `run` rejects when it is not met. */
export interface Check {
  readonly name: string
  run(target: Target): Promise<void>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

const errorShape = Compile(ErrorSchema)

/** A UUID that is in no catalog. */
export const UNKNOWN_ID = 'avtr_00000000-0000-4000-8000-00000000dead'

export function nameOf({ method, path }: RouteContract): string {
  return `${method} ${path}`
}

/** Routes that need no authorization and answer with content. */
export const PUBLIC_ROUTES = ROUTES.filter(({ auth }) => auth === 'public')

/** The path of a route, with parameters that identify nothing. */
export function addressOf({ path }: RouteContract, query = ''): string {
  const target = path.replaceAll(/\{\w+\}/g, UNKNOWN_ID)
  return query === '' ? target : `${target}?${query}`
}

/** Credentials for a route. */
export function proofOf({ adminToken }: Target, { auth }: RouteContract): Record<string, string> {
  return auth === 'admin' ? { Authorization: `Bearer ${adminToken}` } : {}
}

export async function ask(target: Target, path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await target.fetch(target.baseUrl + path, { redirect: 'manual', ...init })
  const text = await response.text()
  assertCommonHeaders(response.headers, `${init.method ?? 'GET'} ${path.slice(0, 80)}`)
  return { status: response.status, headers: response.headers, text }
}

/** Headers of every response (spec, "Limits"). */
export function assertCommonHeaders(headers: Headers, about: string): void {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map(name =>
    headers.get(`ratelimit-${name}`),
  )
  for (const value of [limit, remaining, reset]) assert.match(value ?? 'absent', /^\d+$/, about)
  assert.ok(Number(remaining) <= Number(limit), about)
  assert.notEqual(headers.get('cache-control'), null, about)
  assert.equal(headers.get('x-content-type-options'), 'nosniff', about)
}

/** @param inMessage what the sentence must name */
export function assertRefused(answer: Answer, code: ErrorCode, inMessage = ''): void {
  const about = answer.text.slice(0, 200)
  assert.equal(answer.status, ERRORS[code].status, about)
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json(;|$)/)
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  const body: unknown = JSON.parse(answer.text)
  assert.ok(errorShape.Check(body), about)
  assert.equal(body.code, code)
  assert.ok(body.error.includes(inMessage), about)
}
