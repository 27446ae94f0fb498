import { mkdir } from 'node:fs/promises'
import { startApp } from '../app.ts'
import type { Config } from '../config/config.ts'
import { createLog } from '../platform/log.ts'

/**
 * Serves until the process is asked to stop (SIGTERM or SIGINT; a second one stops at once).
 *
 * @returns when everything is closed.
 */
export async function serve(config: Config): Promise<void> {
  const log = createLog({ level: config.logLevel })
  await mkdir(config.data.dir, { recursive: true })
  const app = await startApp({ config, log })
  log.info({}, `Avatary is listening on http://${config.http.host}:${app.port}`)
  app.ready.then(() => log.info({}, 'The catalog is ready'))
  await Promise.race([stopAsked(), app.ready.then(() => new Promise<never>(() => {}))])
  log.info({}, 'Stopping')
  await app.stop()
}

async function stopAsked(): Promise<void> {
  await new Promise<void>(resolve => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve())
  })
}
