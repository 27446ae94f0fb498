import type { Config } from '../config/config.ts'
import type { SystemDeps } from '../kernel/system-deps.ts'
import type { Tracing } from '../kernel/tracing.ts'
import type { OnStatement } from '../platform/db/options.ts'
import type { OpenedTracing } from '../platform/tracing/open-tracing.ts'

export interface TracingDeps extends Pick<SystemDeps, 'log' | 'metrics'> {
  config: Pick<Config, 'tracing'>
}

/** Maximum number of characters of a statement that a span shows. */
const MAX_SQL_CHARACTERS = 1000

/** Adds each statement to the span of the request or call that made it. */
export function traceStatements(tracing: Tracing | null): OnStatement | undefined {
  if (tracing === null) return undefined
  return ({ sql, durationMs, hasFailed }) => {
    const operation = sql.trimStart().split(/\s/, 1)[0]!.toLowerCase()
    const attributes = { 'db.query.text': sql.slice(0, MAX_SQL_CHARACTERS), 'avatary.failed': hasFailed }
    tracing.addEndedSpan(`database ${operation}`, durationMs, attributes)
  }
}

/** Sends traces to the configured collector. Null without one; OpenTelemetry is then not loaded. */
export async function composeTracing({ config, ...deps }: TracingDeps): Promise<OpenedTracing | null> {
  if (config.tracing === null) return null
  const { openTracing } = await import('../platform/tracing/open-tracing.ts')
  return openTracing(config.tracing, deps)
}
