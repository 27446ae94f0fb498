import { parseArgs } from 'node:util'
import { type FuzzRequest, type RawRequest, RequestMaker } from './generate.ts'
import { judge } from './judge.ts'
import { type FuzzReply, Sender } from './send.ts'

export interface FuzzOptions {
  /** URL of the interface, such as `http://127.0.0.1:8787/api` */
  readonly url: string
  readonly requests: number
  /** The same seed sends the same requests to a server with the same avatars. */
  readonly seed: number
  readonly concurrency?: number
}

export interface Finding {
  /** Number of the request in its run. */
  readonly number: number
  readonly request: string
  readonly problem: string
}

export interface FuzzReport {
  readonly requests: number
  /** Number of replies by status; 0 means that there was no reply. */
  readonly statuses: Readonly<Record<number, number>>
  readonly findings: readonly Finding[]
}

const MAX_SHOWN = 300

/** Sends generated requests (valid, borderline and hostile) and checks each reply against the contract. */
export async function fuzz({ url, requests, seed, concurrency = 16 }: FuzzOptions): Promise<FuzzReport> {
  const sender = new Sender(url, concurrency)
  const maker = new RequestMaker({ seed, ids: await knownIds(sender) })
  const statuses: Record<number, number> = {}
  const findings: Finding[] = []
  let next = 0
  const sendAll = async () => {
    while (next < requests) {
      const number = next++
      const request = maker.request(number)
      const { status, problem } = await attempt(sender, request)
      statuses[status] = (statuses[status] ?? 0) + 1
      if (problem !== null) findings.push({ number, request: shortened(request), problem })
    }
  }
  try {
    await Promise.all(Array.from({ length: concurrency }, sendAll))
  } finally {
    sender.close()
  }
  return { requests, statuses, findings }
}

async function attempt(
  sender: Sender,
  request: FuzzRequest | RawRequest,
): Promise<{ status: number; problem: string | null }> {
  let reply: FuzzReply
  try {
    reply = await sender.send(request)
  } catch (error) {
    return { status: 0, problem: `no answer: ${(error as Error).message}` }
  }
  return { status: reply.status, problem: judge(request, reply) }
}

async function knownIds(sender: Sender): Promise<string[]> {
  const target = '/avatars/search?limit=60'
  const { status, body } = await sender.send({ kind: 'http', method: 'GET', target, headers: {}, body: null })
  if (status !== 200) return []
  const { avatars } = JSON.parse(body.toString()) as { avatars: { id: string }[] }
  return avatars.map(({ id }) => id)
}

function shortened(request: FuzzRequest | RawRequest): string {
  const text =
    request.kind === 'raw'
      ? JSON.stringify(request.bytes)
      : `${request.method} ${request.target} ${JSON.stringify(request.headers)} ${request.body?.toString('latin1') ?? ''}`
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}… (${text.length})` : text
}

/** Formats a report as text, with the first 20 findings. */
export function summary({ requests, statuses, findings }: FuzzReport): string {
  const counts = Object.entries(statuses).map(
    ([status, count]) => `  ${status === '0' ? 'no answer' : status}  ${count}`,
  )
  const limited = (statuses[429] ?? 0) / requests
  const lines = [
    `${requests} requests, ${findings.length} findings`,
    ...counts,
    ...(limited > 0.1 ? ['Much was refused by rate limits: start the server with RATE_LIMIT_…=0.'] : []),
    ...findings.slice(0, 20).map(({ number, problem, request }) => `#${number} ${problem}\n  ${request}`),
  ]
  return `${lines.join('\n')}\n`
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:8787/api' },
      requests: { type: 'string', default: '20000' },
      seed: { type: 'string', default: '1' },
      concurrency: { type: 'string', default: '16' },
    },
  })
  const report = await fuzz({
    url: values.url,
    requests: Number(values.requests),
    seed: Number(values.seed),
    concurrency: Number(values.concurrency),
  })
  process.stdout.write(summary(report))
  process.exitCode = report.findings.length === 0 ? 0 : 1
}
