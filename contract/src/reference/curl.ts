import { exampleOf } from '../example.ts'
import { asJsonSchema } from '../json-schema.ts'
import { isDocument } from '../openapi/responses.ts'
import type { RouteContract } from '../route.ts'

/** A request of a route as a line for the shell, ready to paste but for secrets. */
export function curlOf(route: RouteContract, baseUrl: string): string {
  const parts = [...methodPart(route), `'${baseUrl}${exampleTarget(route)}'`]
  for (const header of headersOf(route, baseUrl)) parts.push(`\n  -H '${header}'`)
  if (route.auth === 'application') parts.push(`\n  -u "$CLIENT_ID:$CLIENT_SECRET"`)
  const body = bodyOf(route)
  if (isForm(route)) parts.push(...formParts(route))
  else if (body !== undefined) parts.push(`\n  -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`)
  return `curl ${parts.join(' ')}`.replaceAll(' \n', ' \\\n')
}

/** Path and query of the first example, with values for every parameter of the path. */
export function exampleTarget({ path, params, query, examples = [] }: RouteContract): string {
  const values = { ...(exampleOf(params ?? {}) as Record<string, string>), ...examples[0]?.params }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? name))
  const search = examples[0]?.query ?? requiredQuery(query)
  return search === '' ? filled : `${filled}?${search}`
}

function requiredQuery(query: RouteContract['query']): string {
  const { properties = {}, required = [] } = asJsonSchema(query ?? {})
  const needed = required.filter(name => properties[name]!.default === undefined)
  const value = (name: string) => String(properties[name]!.enum?.[0] ?? `YOUR_${name.toUpperCase()}`)
  return needed.map(name => `${name}=${encodeURIComponent(value(name))}`).join('&')
}

function methodPart({ method, body, auth, media }: RouteContract): string[] {
  if (media?.startsWith('image/')) return ['-o picture']
  if (media !== undefined && !isDocument(media)) return ['-N']
  if (method === 'GET' || (method === 'POST' && (body !== undefined || auth === 'application'))) return []
  return [`-X ${method}`]
}

function headersOf(route: RouteContract, baseUrl: string): string[] {
  const headers: string[] = []
  if (route.acceptsKey) headers.push('Authorization: Bearer avk_…')
  else if (route.auth === 'session' || route.auth === 'same-origin') headers.push('Cookie: avatary_session=…')
  if (route.auth === 'bearer') headers.push('Authorization: Bearer avo_…')
  if (route.auth === 'admin') headers.push('Authorization: Bearer ava_…')
  if (route.auth === 'same-origin') headers.push(`Origin: ${new URL(baseUrl).origin}`)
  if (route.auth === 'signature') headers.push('X-Signature-Ed25519: …', 'X-Signature-Timestamp: …')
  if (route.body !== undefined && !isForm(route)) headers.push('Content-Type: application/json')
  return headers
}

function bodyOf({ body, examples = [], auth }: RouteContract): unknown {
  if (body === undefined) return undefined
  const example = examples[0]?.body
  if (example !== undefined) return example
  return auth === 'signature' ? { type: 1 } : exampleOf(body)
}

const FORM = 'application/x-www-form-urlencoded'

function isForm({ bodyMedia }: RouteContract): boolean {
  return bodyMedia?.includes(FORM) ?? false
}

/** What every request of the route has; what proves the client comes by HTTP Basic. */
function formParts({ body }: RouteContract): string[] {
  const { required = [] } = asJsonSchema(body!)
  const values = exampleOf(body!) as Record<string, string>
  return required.map(name => `\n  --data-urlencode '${name}=${values[name]}'`)
}
