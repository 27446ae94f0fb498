import { parentPort, workerData } from 'node:worker_threads'
import { LocalConnection, type SqliteConnectionOptions } from './sqlite-connection.ts'
import type { ThreadReply, ThreadRequest } from './thread-connection.ts'

/** Entry point of the thread behind a `ThreadConnection`, which sends one reply per request, in order. */

const port = parentPort!
const connection = new LocalConnection(workerData as SqliteConnectionOptions)

port.on('message', (request: ThreadRequest) => {
  if (request !== 'close') return port.postMessage(execute(request.sql, request.parameters))
  connection.close()
  port.close()
})

function execute(sql: string, parameters: readonly unknown[]): ThreadReply {
  try {
    return { kind: 'result', result: connection.execute(sql, parameters) }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const { message, code, errcode } = error as Error & { code?: string; errcode?: number }
    return { kind: 'error', message, codes: { code, errcode } }
  }
}
