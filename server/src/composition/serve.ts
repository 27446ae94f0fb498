import { mkdir } from 'node:fs/promises'
import { startApp } from '../app.ts'
import type { Config } from '../config/config.ts'
import { createLog } from '../platform/log.ts'
import { startWorker } from '../worker.ts'

/**
 * Serves until the process is asked to stop (SIGTERM or SIGINT; a second one stops at once).
 *
 * @returns when everything is closed.
 */
export async function serve(config: Config): Promise<void> {
  const log = createLog({ level: config.logLevel })
  await mkdir(config.data.dir, { recursive: true })
  const app = await (config.role === 'worker' ? startWorker : startApp)({ config, log })
  const { host, publicUrl } = config.http
  log.info({}, `Avatary is listening on http://${host}:${app.port}`)
  if (process.stdout.isTTY) process.stderr.write(greeting(publicUrl))
  app.ready.then(
    () => log.info({}, config.role === 'worker' ? 'The worker works' : 'The catalog is ready'),
    () => {},
  )
  await Promise.race([stopAsked(), app.ready.then(() => new Promise<never>(() => {}))])
  log.info({}, 'Stopping')
  await app.stop()
}

function greeting(publicUrl: string): string {
  return `
  Avatary      ${publicUrl}
  Interface    ${publicUrl}/docs
  Fill it      script/avatary import avatars.ndjson
  Stop it      Ctrl-C

`
}

async function stopAsked(): Promise<void> {
  await new Promise<void>(resolve => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve())
  })
}
