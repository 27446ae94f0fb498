import { existsSync } from 'node:fs'
import type { CatalogStore } from '../avatars/index.ts'
import type { Config } from '../config/config.ts'
import { demoData, demoFile } from '../config/demo-data.ts'
import { UsageError } from './exit.ts'

/** The settings for a command on the demo. @throws UsageError when no demo was ever served. */
export function demoConfig(config: Config): Config {
  if (existsSync(demoFile(config))) return { ...config, data: demoData(config) }
  throw new UsageError(
    `There is no demo in ${config.data.dir}: a server makes it when it starts with an empty catalog.`,
  )
}

/**
 * A note that the command was not about the demo, for people who see the demo; null when their own catalog is served.
 */
export async function demoNoteIfEmpty(
  config: Config,
  { store }: { store: Pick<CatalogStore, 'countRows'> },
): Promise<string | null> {
  const note = emptyCatalogNote(config)
  if (note === null || (await store.countRows()).indexed > 0) return null
  return `${note}; --on-demo acts on the demo.`
}

/** The note without a full stop; null when no demo is shown. Only for an empty catalog. */
export function emptyCatalogNote(config: Config): string | null {
  if (!config.demo || !existsSync(demoFile(config))) return null
  return 'Your catalog is empty, so a server shows the demo. This was about your catalog, which takes the place of the demo with the first imported avatars'
}
