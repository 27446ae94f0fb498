import { asJsonSchema } from '@avatary/contract/json-schema'
import { isPictureOrXml } from '@avatary/contract/openapi/responses'
import { type Auth, pathWith, type RouteContract } from '@avatary/contract/route'
import { type Sample, sampleOf } from '@avatary/contract/sample'

const SESSION_AUTHS: readonly Auth[] = ['session', 'optional-session', 'same-origin-session']

/** Writes a sample request as a shell command, complete except for secrets. */
export function curlOf(route: RouteContract, baseUrl: string, sample = sampleOf(route)): string {
  const { body } = sample
  const parts = [...optionsOf(route), `'${baseUrl}${sampleTarget(route, sample)}'`]
  for (const header of headersOf(route, baseUrl)) parts.push(`\n  -H '${header}'`)
  if (route.auth === 'application') parts.push(`\n  -u "$CLIENT_ID:$CLIENT_SECRET"`)
  if (isForm(route)) parts.push(...formParts(route, sample))
  else if (body !== undefined) parts.push(`\n  -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`)
  return `curl ${parts.join(' ')}`.replaceAll(' \n', ' \\\n')
}

export function sampleTarget({ path }: RouteContract, { params, query }: Sample): string {
  const filledPath = pathWith(path, params)
  return query === '' ? filledPath : `${filledPath}?${query}`
}

/** Options of curl: the method if it is not implied, or for pictures and streams how the answer is written. */
function optionsOf({ method, body, auth, mediaType }: RouteContract): string[] {
  if (mediaType?.startsWith('image/')) return ['-o picture']
  if (mediaType !== undefined && !isPictureOrXml(mediaType)) return ['-N']
  if (method === 'GET' || (method === 'POST' && (body !== undefined || auth === 'application'))) return []
  return [`-X ${method}`]
}

function headersOf(route: RouteContract, baseUrl: string): string[] {
  const headers: string[] = []
  if (route.acceptsKey) headers.push('Authorization: Bearer avk_…')
  else if (SESSION_AUTHS.includes(route.auth)) headers.push('Cookie: avatary_session=…')
  if (route.auth === 'bearer') headers.push('Authorization: Bearer avo_…')
  if (route.auth === 'admin') headers.push('Authorization: Bearer ava_…')
  if (route.auth === 'same-origin-session') headers.push(`Origin: ${new URL(baseUrl).origin}`)
  if (route.auth === 'signature') headers.push('X-Signature-Ed25519: …', 'X-Signature-Timestamp: …')
  if (route.body !== undefined && !isForm(route)) headers.push('Content-Type: application/json')
  return headers
}

const FORM_TYPE = 'application/x-www-form-urlencoded'

function isForm({ bodyMediaTypes }: RouteContract): boolean {
  return bodyMediaTypes?.includes(FORM_TYPE) ?? false
}

/** The required form fields. The client authenticates by HTTP Basic instead of fields. */
function formParts(route: RouteContract, { body }: Sample): string[] {
  const { required = [] } = asJsonSchema(route.body!)
  const values = body as Record<string, string>
  return required.map(name => `\n  --data-urlencode '${name}=${values[name]}'`)
}
