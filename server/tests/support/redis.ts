import { join } from 'node:path'
import { folderOf } from './environment.ts'
import { startGuarded } from './guarded-program.ts'

const PROGRAMS = ['valkey-server', 'redis-server'].flatMap(program => {
  const folder = folderOf(program)
  return folder === undefined ? [] : [join(folder, program)]
})

export const hasRedis = PROGRAMS.length > 0

let server: Promise<string> | undefined

/**
 * Path of the Unix socket of this process's own throw-away Valkey or Redis, which is started by the first call and
 * keeps nothing on disk. It has 1,024 databases: tests that run side by side take one each.
 */
export async function redisSocket(): Promise<string> {
  server ??= startServer()
  return join(await server, 'redis.sock')
}

async function startServer(): Promise<string> {
  const [program] = PROGRAMS
  if (program === undefined) throw new Error('There is neither Valkey nor Redis on this machine')
  return await startGuarded({
    name: 'redis',
    dropRoot: false,
    start: `
      "${program}" --port 0 --unixsocket "$folder/redis.sock" --save '' --appendonly no --databases 1024 \\
        --dir "$folder" --logfile "$folder/server.log" &
      server=$!
      until grep -q 'ready to accept connections' "$folder/server.log"; do
        kill -0 $server || { cat "$folder/server.log"; exit 1; }
        sleep 0.02
      done`,
    stop: 'kill -9 $server; wait $server',
  })
}
