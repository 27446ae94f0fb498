import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { folderOf } from './environment.ts'
import { startGuarded } from './guarded-program.ts'
import { end } from './signals.ts'

const PROGRAMS = ['valkey-server', 'redis-server'].flatMap(program => {
  const folder = folderOf(program)
  return folder === undefined ? [] : [join(folder, program)]
})

export const hasRedis = PROGRAMS.length > 0

let server: Promise<RedisServer> | undefined

/**
 * Path of the Unix socket of this process's temporary Valkey or Redis, which the first call starts. It has 1,024
 * databases: each concurrent test uses one.
 */
export async function redisSocket(): Promise<string> {
  server ??= RedisServer.start()
  return (await server).socket
}

/** A temporary Valkey or Redis, which stores nothing on disk and ends with this process. */
export class RedisServer {
  /** Path of its Unix socket; stays the same after a `restart`. */
  readonly socket: string
  #folder: string

  private constructor(folder: string) {
    this.#folder = folder
    this.socket = join(folder, 'redis.sock')
  }

  static async start(): Promise<RedisServer> {
    return new RedisServer(await startServer('$folder/redis.sock'))
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    process.kill(this.#pid(), signal)
  }

  /** Ends it; its data is lost. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const pid = this.#pid()
    // Its guard must not signal a process id that may belong to another program by then.
    rmSync(this.#pidFile())
    await end([pid], signal)
  }

  /** Starts it again, empty, after `end`. */
  async restart(): Promise<void> {
    this.#folder = await startServer(this.socket)
  }

  #pidFile(): string {
    return join(this.#folder, 'pid')
  }

  #pid(): number {
    return Number(readFileSync(this.#pidFile(), 'utf8'))
  }
}

/** @returns its folder. */
async function startServer(socket: string): Promise<string> {
  const [program] = PROGRAMS
  if (program === undefined) throw new Error('There is neither Valkey nor Redis on this machine')
  return await startGuarded({
    name: 'redis',
    dropRoot: false,
    start: `
      "${program}" --port 0 --unixsocket "${socket}" --save '' --appendonly no --databases 1024 \\
        --dir "$folder" --logfile "$folder/server.log" &
      server=$!
      echo $server >"$folder/pid"
      until grep -q 'ready to accept connections' "$folder/server.log"; do
        kill -0 $server || { cat "$folder/server.log"; exit 1; }
        sleep 0.02
      done`,
    stop: '[ ! -e "$folder/pid" ] || kill -9 $server; wait $server',
  })
}
