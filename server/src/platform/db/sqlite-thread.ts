import { parentPort, workerData } from 'node:worker_threads'
import { LocalSession, type SessionOptions } from './sqlite-session.ts'
import type { ThreadReply, ThreadRequest } from './thread-session.ts'

/** Entry point of the thread behind a `ThreadSession`, which sends one reply per request, in order. */

const port = parentPort!
const session = new LocalSession(workerData as SessionOptions)

port.on('message', (request: ThreadRequest) => {
  if (request !== 'close') return port.postMessage(execute(request.sql, request.parameters))
  session.close()
  port.close()
})

function execute(sql: string, parameters: readonly unknown[]): ThreadReply {
  try {
    return { kind: 'result', result: session.execute(sql, parameters) }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const { message, code, errcode } = error as Error & { code?: string; errcode?: number }
    return { kind: 'error', message, codes: { code, errcode } }
  }
}
