import { openMigratedDatabase } from '../../../server/src/composition/database.ts'
import { composeReadModel } from '../../../server/src/composition/read-model.ts'
import { loadConfig } from '../../../server/src/config/config.ts'
import { systemClock } from '../../../server/src/platform/clock.ts'
import { silentLog } from '../../../server/src/platform/log.ts'
import { Metrics } from '../../../server/src/platform/metrics.ts'

/** Loads the catalog of a data folder into this process's memory, as a server does, but without following changes. */
export async function openView(folder: string) {
  const loadedConfig = loadConfig({ DATA_DIR: folder })
  if (loadedConfig.kind === 'problems') throw new Error(loadedConfig.problems.join('\n'))
  const deps = { config: loadedConfig.config, clock: systemClock, log: silentLog, metrics: new Metrics() }
  await using resources = new AsyncDisposableStack()
  const db = resources.use(await openMigratedDatabase(deps))
  const { view, parts } = composeReadModel({ ...deps, db })
  for (const model of parts.filter(part => 'open' in part)) {
    resources.defer(() => model.close())
    await model.open(new AbortController().signal)
  }
  const openResources = resources.move()
  return { view, [Symbol.asyncDispose]: () => openResources.disposeAsync() }
}
