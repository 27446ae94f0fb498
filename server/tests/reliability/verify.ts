import { setTimeout as delay } from 'node:timers/promises'
import { assertCountersMatchRows } from '../store/account-fixtures.ts'
import { idOf } from '../store/fixtures.ts'
import { ask, type Sent } from './balancer.ts'
import { type Clients, LIKED_AVATARS, type LoadDeps } from './clients.ts'
import type { Value } from './ledger.ts'
import type { ServiceProcess } from './service-process.ts'
import type { EventStream } from './streams.ts'
import type { Person } from './system.ts'

/** Maximum time until every process has applied everything. */
const PATIENCE_MS = 15_000
const LIKED_IDS = Array.from({ length: LIKED_AVATARS }, (_, i) => idOf(i))
const BATCH = 50

export interface VerifyDeps extends LoadDeps {
  readonly clients: Clients
  readonly streams: readonly EventStream[]
}

interface Shown {
  readonly avatars: readonly { readonly id: string; readonly likes: number; readonly views: number }[]
  /** Ids that are not shown. */
  readonly missing: readonly string[]
}

/** Compares what each process stores and shows with what was acknowledged. No request may be in progress. */
export async function verify(deps: VerifyDeps): Promise<string[]> {
  const { system, ledger, views, streams } = deps
  ledger.settle(await readHeld(deps, system.apis[0]!))
  const givesUpAtMs = performance.now() + PATIENCE_MS
  let findings: string[]
  do {
    await delay(100)
    findings = (await Promise.all(system.apis.map(process => differencesOf(deps, process)))).flat()
    findings.push(...streams.flatMap(stream => stream.differences(ledger, LIKED_IDS)))
  } while (findings.length > 0 && performance.now() < givesUpAtMs)
  views.settle((await readShown(deps, system.apis[0]!)).views)
  return [...findings, ...(await countersOff(deps))]
}

async function differencesOf(deps: VerifyDeps, process: ServiceProcess): Promise<string[]> {
  const { ledger, views } = deps
  const shown = await readShown(deps, process)
  const likes = LIKED_IDS.filter(id => shown.likes.get(id) !== ledger.likesOf(id)).map(
    id => `likes ${id}: ${ledger.likesOf(id)} were acknowledged, ${shown.likes.get(id)} are shown`,
  )
  const found = [
    ...ledger.differences(await readHeld(deps, process)),
    ...shown.misblocked.map(
      id => `${id} is ${ledger.valueOf(`block ${id}`) ? 'shown although it is blocked' : 'not shown'}`,
    ),
    ...likes,
    ...views.differences(shown.views),
  ]
  return found.map(finding => `${process.name}: ${finding}`)
}

/** Compares counters with the rows that they count. */
async function countersOff({ system }: VerifyDeps): Promise<string[]> {
  await using db = await system.openDatabase()
  return await assertCountersMatchRows(db).then(
    () => [],
    (error: Error) => [error.message],
  )
}

/** The values that a process reports as stored, by the ledger's keys. */
async function readHeld(deps: VerifyDeps, process: ServiceProcess): Promise<Map<string, Value>> {
  const held = new Map<string, Value>()
  for (const person of deps.clients.people) await readPerson(process, person, held)
  const authorization = { Authorization: `Bearer ${deps.system.adminToken}` }
  const { blocks } = await read<{ blocks: { id: string }[] }>(
    process,
    '/admin/blocks?limit=500',
    authorization,
  )
  for (const { id } of blocks) held.set(`block ${id}`, true)
  const submitted = deps.ledger.keys('submission ').map(key => key.slice('submission '.length))
  for (let at = 0; at < submitted.length; at += BATCH) {
    const ids = submitted.slice(at, at + BATCH)
    const { submissions } = await read<{ submissions: { id: string }[] }>(process, `/submissions?ids=${ids}`)
    for (const { id } of submissions) held.set(`submission ${id}`, true)
  }
  return held
}

async function readPerson(process: ServiceProcess, { name, cookie }: Person, held: Map<string, Value>) {
  const marks = await read<{ liked: string[]; saved: string[] }>(process, '/account/marks', {
    Cookie: cookie,
  })
  for (const id of marks.liked) held.set(`like ${name} ${id}`, true)
  for (const id of marks.saved) held.set(`save ${name} ${id}`, true)
  const settings = await read<{ resultsPerPage: number }>(process, '/account/settings', { Cookie: cookie })
  held.set(`setting ${name}`, settings.resultsPerPage)
}

/** The avatars that a process shows from its memory. */
async function readShown({ ledger }: VerifyDeps, process: ServiceProcess) {
  const { avatars } = await readAvatars(process, LIKED_IDS)
  const moderated = ledger.keys('block ').map(key => key.slice('block '.length))
  const { missing } = await readAvatars(process, moderated)
  return {
    likes: new Map(avatars.map(({ id, likes }) => [id, likes])),
    views: new Map(avatars.map(({ id, views }) => [id, views])),
    misblocked: moderated.filter(id => missing.includes(id) !== ledger.valueOf(`block ${id}`)),
  }
}

async function readAvatars(process: ServiceProcess, ids: readonly string[]) {
  if (ids.length === 0) return { avatars: [], missing: [] }
  return await read<Shown>(process, `/world/avatars?ids=${ids}`)
}

let readers = 0

async function read<T>(process: ServiceProcess, path: string, headers: Sent['headers'] = {}): Promise<T> {
  const givesUp = AbortSignal.timeout(PATIENCE_MS)
  for (;;) {
    const number = readers++ >> 4
    const address = `172.16.${(number >> 8) & 255}.${number & 255}`
    const { status, text } = await ask(process, { method: 'GET', path, headers, address }, givesUp)
    if (status === 200) return JSON.parse(text)
    // A busy process may refuse a request that is easy to repeat.
    if (status !== 503) throw new Error(`${process.name} answered ${status} to ${path}: ${text}`)
    await delay(100)
  }
}
