import { type ApplicationKind, MAX_APPLICATION_NAME_LENGTH } from '@avatary/contract/applications'
import { type FieldProblem, problemOf } from '../../kernel/answer.ts'
import { hasInvisible } from '../../kernel/text/invisible.ts'
import type { ApplicationDetails, Registrar } from './applications.ts'
import { imitatedWord } from './imitation.ts'
import { redirectUriProblem } from './redirect-uri.ts'

/** Characters without a visible glyph; a name needs at least one other. */
const BLANK_CHARACTERS = /[\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** Trims the name, and checks the rules that the contract's schema cannot express. */
export function checkDetails<Details extends Partial<ApplicationDetails>>(
  details: Details,
  { kind, registeredBy }: { kind: ApplicationKind; registeredBy: Registrar },
): { kind: 'valid'; details: Details } | ({ kind: 'invalid' } & FieldProblem) {
  const name = details.name?.trim()
  const problem =
    (name === undefined ? null : nameProblem(name)) ??
    (name === undefined || registeredBy === 'operators' ? null : imitationProblem(name)) ??
    (details.siteUrl == null ? null : siteProblem(details.siteUrl)) ??
    (details.redirectUris === undefined ? null : redirectProblem(details.redirectUris, kind))
  if (problem !== null) return { kind: 'invalid', ...problem }
  return { kind: 'valid', details: name === undefined ? details : { ...details, name } }
}

function nameProblem(name: string): FieldProblem | null {
  const length = [...name].length
  if (length < 1 || length > MAX_APPLICATION_NAME_LENGTH)
    return problemOf('name', `must have 1 to ${MAX_APPLICATION_NAME_LENGTH} characters.`)
  if (name.replace(BLANK_CHARACTERS, '') === '') return problemOf('name', 'must have a visible character.')
  return hasInvisible(name)
    ? problemOf(
        'name',
        'must not have control characters, invisible characters or characters that change the text direction.',
      )
    : null
}

/** A name could deceive users about who made the application (RFC 7591 §5). Operators know whom they register. */
function imitationProblem(name: string): FieldProblem | null {
  const reservedWord = imitatedWord(name)
  if (reservedWord === null) return null
  return problemOf(
    'name',
    `must not read as "${reservedWord}": users would take the application for the service's own. Operators can register such names.`,
  )
}

function siteProblem(text: string): FieldProblem | null {
  const url = URL.parse(text)
  const isSite = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  return isSite && !hasInvisible(text)
    ? null
    : problemOf('siteUrl', 'must be an address with https:// or http://.')
}

function redirectProblem(uris: readonly string[], kind: ApplicationKind): FieldProblem | null {
  for (const [index, uri] of uris.entries()) {
    const problem = redirectUriProblem(uri, kind)
    if (problem !== null) return problemOf(`redirectUris[${index}]`, `${problem}.`)
    if (uris.indexOf(uri) !== index) return problemOf(`redirectUris[${index}]`, 'is a duplicate.')
  }
  return null
}
