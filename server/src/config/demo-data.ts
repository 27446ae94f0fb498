import { join } from 'node:path'
import type { Config } from './config.ts'

/** The settings of data for the demo, which has a folder and a database of its own. */
export function demoData({ data }: Pick<Config, 'data'>): Config['data'] {
  return { ...data, dir: join(data.dir, 'demo'), databaseUrl: `sqlite:${demoFile({ data })}` }
}

/**
 * The database of the demo, which the first start with an empty catalog makes. Versions that filled it under its own name
 * may have left a part of one in `avatary.sqlite`.
 */
export function demoFile({ data }: Pick<Config, 'data'>): string {
  return join(data.dir, 'demo', 'demo.sqlite')
}
