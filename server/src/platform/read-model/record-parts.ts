import type { Platform } from '@avatary/contract/avatar'
import { ID_LENGTH, ID_START } from './record-json.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_BRACE = 0x7b
const OPEN_BRACKET = 0x5b

const NAME_START = ID_START + ID_LENGTH + '","name":"'.length
const AUTHOR_ID_START = ',"authorId":"'.length
const AUTHOR_NAME_START = '","authorName":"'.length
const PLATFORMS = ',"platforms":'.length
const PERFORMANCE = ',"performance":'.length

/** Where the head that begins at `head` has its name behind it, and its description before it. */
export function endOfName(bytes: Buffer, head: number): number {
  return endOfText(bytes, head + NAME_START) + 1
}

/** Where an author fragment that begins at `start` has its id, and then its name, behind it. */
export function endsOfAuthor(bytes: Buffer, start: number): [id: number, name: number] {
  const id = endOfText(bytes, start + AUTHOR_ID_START)
  return [id + 1, endOfText(bytes, id + AUTHOR_NAME_START) + 1]
}

/** Where a traits fragment that ends at `end` has its platforms behind it, and its ratings before it. */
export function endOfPlatforms(bytes: Buffer, end: number): number {
  let at = end - 1
  while (bytes[at] !== OPEN_BRACE) at--
  return at - PERFORMANCE
}

/** Where a traits fragment that ends at `end` has its platforms, with their key. */
export function startOfPlatforms(bytes: Buffer, end: number): number {
  let at = endOfPlatforms(bytes, end) - 1
  while (bytes[at] !== OPEN_BRACKET) at--
  return at - PLATFORMS
}

/** Whether the platforms that end at `end` name this one. */
export function namesPlatform(bytes: Buffer, end: number, platform: Platform): boolean {
  let start = end - 1
  while (bytes[start] !== OPEN_BRACKET) start--
  return bytes.toString('latin1', start, end).includes(`"${platform}"`)
}

/** The place of the quote that ends the JSON string whose text begins at `start`. */
function endOfText(bytes: Buffer, start: number): number {
  let at = start
  while (bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}
