import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import type { Environment } from '../../../server/src/config/env.ts'

export interface Server extends AsyncDisposable {
  origin: string
  /** CPU seconds used so far, both user and system. */
  cpuSeconds(): number
  /** Resident bytes. */
  residentBytes(): number
  /** Peak resident bytes so far. */
  peakBytes(): number
  stop(): Promise<void>
}

/** Starts a server process, which must print a line that ends in its port once it listens. */
export async function startServer(file: string, args: string[], env: Environment = {}): Promise<Server> {
  const child = spawn(process.execPath, [file, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  endWithThisProcess(child)
  const port = await portOf(child)
  return {
    origin: `http://127.0.0.1:${port}`,
    cpuSeconds: () => cpuSeconds(child.pid!),
    residentBytes: () => statusBytes(child.pid!, 'VmRSS'),
    peakBytes: () => statusBytes(child.pid!, 'VmHWM'),
    stop: () => stop(child),
    [Symbol.asyncDispose]: () => stop(child),
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await exit
}

/** Ends the server even when a signal ends the measurement; `exit` handlers then run, too. */
function endWithThisProcess(child: ChildProcess): void {
  const end = () => process.exit(1)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end)
  process.once('exit', () => child.kill('SIGKILL'))
}

async function portOf(child: ChildProcess): Promise<number> {
  const lines = createInterface({ input: child.stdout! })
  child.once('exit', () => lines.close())
  for await (const line of lines) {
    const port = /listening.*?(\d+)\D*$/.exec(line)?.[1]
    if (port === undefined) continue
    child.stdout!.resume()
    return Number(port)
  }
  throw new Error('The server ended before it listened')
}

/** Linux counts CPU time in ticks of 10 ms. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

function statusBytes(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)![1]) * 1024
}

/**
 * Waits until the server has loaded its whole catalog.
 * @returns seconds.
 */
export async function untilReady({ origin }: Server): Promise<number> {
  const startedMs = performance.now()
  while ((await fetch(`${origin}/api/ready`)).status !== 200) await delay(20)
  return (performance.now() - startedMs) / 1000
}
