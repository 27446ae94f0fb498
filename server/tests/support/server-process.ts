import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { INHERITED } from './environment.ts'

const CLI = join(import.meta.dirname, '../../src/cli.ts')

/** A server in a process of its own. */
export interface ServerProcess extends AsyncDisposable {
  /** Address of its interface: `http://127.0.0.1:port/api` */
  readonly baseUrl: string
  readonly pid: number
  /** Lines of its log until it was ready. */
  readonly messages: readonly string[]
  /** Ends it at once, whatever it is at (`kill -9`). */
  kill(): Promise<void>
}

/** Starts a server on a free port; ready when this resolves, and stopped gracefully when it is disposed of. */
export async function startServerProcess(env: Record<string, string>): Promise<ServerProcess> {
  const child = spawn(process.execPath, [CLI, 'serve'], {
    env: { ...INHERITED, DEMO: '0', HOST: '127.0.0.1', PORT: '0', DRAIN_MS: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  let baseUrl: string | undefined
  const messages: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    const { msg } = JSON.parse(line) as { msg: string }
    messages.push(msg)
    baseUrl ??= /listening on (http:\S+)/.exec(msg)?.[1]
    if (msg === 'The catalog is ready') break
  }
  child.stdout.resume()
  if (baseUrl === undefined) throw new Error(`The server ended before it listened: ${await exited}`)
  return {
    baseUrl: `${baseUrl}/api`,
    pid: child.pid!,
    messages,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await exited
    },
  }
}
