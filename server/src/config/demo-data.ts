import { join } from 'node:path'
import type { Config } from './config.ts'

/** The data settings of the demo, which has its own folder and database. */
export function demoData({ data }: Pick<Config, 'data'>): Config['data'] {
  return { ...data, dir: join(data.dir, 'demo'), databaseUrl: `sqlite:${demoFile({ data })}` }
}

/**
 * The database of the demo, made by the first start with an empty catalog. Its name differs from that of the real one:
 * older versions filled `avatary.sqlite` in this folder, which may be incomplete.
 */
export function demoFile({ data }: Pick<Config, 'data'>): string {
  return join(data.dir, 'demo', 'demo.sqlite')
}
