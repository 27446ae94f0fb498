import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import { type Server, startServer } from './process.ts'

/** Headers that `node:http` itself adds to an answer. */
const ADDED_BY_NODE = ['date', 'connection', 'keep-alive', 'transfer-encoding']

/** Starts a bare server that sends the same headers and bodies as the server at `origin` answers for the paths. */
export async function startBaseline(
  origin: string,
  paths: readonly string[],
  headers: Record<string, string> = {},
): Promise<Server> {
  const answers = new Map<string, { status: number; headers: string[]; body: Buffer }>()
  for (const path of paths) {
    const response = await fetch(origin + path, { headers: { 'accept-encoding': 'identity', ...headers } })
    answers.set(path, {
      status: response.status,
      headers: [...response.headers].filter(([name]) => !ADDED_BY_NODE.includes(name)).flat(),
      body: Buffer.from(await response.arrayBuffer()),
    })
  }
  await using scratch = await mkdtempDisposable(join(tmpdir(), 'avatary-bench-'))
  const file = join(scratch.path, 'answers')
  await writeFile(file, serialize([...answers]))
  return await startServer(join(import.meta.dirname, 'baseline.ts'), [file])
}
