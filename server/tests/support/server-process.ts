import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { CLI, INHERITED, NEVER_OVERLOADED } from './environment.ts'

/** Running servers; they end with this process. */
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** A line of the server's log. */
type LogLine = Readonly<Record<string, unknown>>

/** A server in a separate process, or with `PROCESSES` in several. */
export interface ServerProcess extends AsyncDisposable {
  /** URL of the interface: `http://127.0.0.1:port/api` */
  readonly baseUrl: string
  readonly pid: number
  /** Its log so far. */
  readonly lines: readonly LogLine[]
  signal(signal: NodeJS.Signals): void
  /** Ends it immediately (`kill -9`). */
  kill(): Promise<void>
}

/**
 * Starts a server on a free port; it is ready when this resolves, and disposing stops it gracefully.
 * @param cli command line of the version to start.
 */
export async function startServerProcess(env: Record<string, string>, cli = CLI): Promise<ServerProcess> {
  const child = spawn(process.execPath, [cli, 'serve'], {
    env: {
      ...INHERITED,
      ...NEVER_OVERLOADED,
      DEMO: '0',
      HOST: '127.0.0.1',
      PORT: '0',
      DRAIN_MS: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.add(child)
  const exited = once(child, 'exit').finally(() => running.delete(child))
  const last = env.PROCESSES === undefined ? 'ready' : 'processes-ready'
  const lines: LogLine[] = []
  const output = createInterface({ input: child.stdout })
  const ended = once(output, 'close')
  const ready = new Promise<void>(resolve => {
    output.on('line', text => {
      const line = JSON.parse(text) as LogLine
      lines.push(line)
      if (line.event === last) resolve()
    })
  })
  await Promise.race([ready, ended])
  const listening = lines.filter(({ event }) => event === 'listening')
  // With several processes, this is one that answers requests. A worker that runs alone answers only health and
  // readiness.
  const { msg } = listening.find(({ role }) => role !== 'worker') ?? listening[0] ?? {}
  const [, baseUrl] = /listening on (http:\S+)/.exec(String(msg)) ?? []
  if (baseUrl === undefined) throw new Error(`The server ended before it listened: ${await exited}`)
  return {
    baseUrl: `${baseUrl}/api`,
    pid: child.pid!,
    lines,
    signal: signal => void child.kill(signal),
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
