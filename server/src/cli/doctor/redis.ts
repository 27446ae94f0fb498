import type { Config } from '../../config/config.ts'
import type { Log } from '../../kernel/log.ts'
import { systemClock } from '../../platform/clock.ts'
import { RedisConnection } from '../../platform/redis/connection.ts'
import { compareClocks } from './clock.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const TIMEOUT_MS = 2000

/** Checks that Valkey or Redis answers, stores values, and has the same time. */
export async function checkRedis({
  data,
  processes,
}: Pick<Config, 'data' | 'processes'>): Promise<Finding[]> {
  if (data.redisUrl === null)
    return processes === 1
      ? [ok('redis', 'none is configured; one process needs none')]
      : [warning('redis', 'none is configured, so each process has a part of every limit', 'Set REDIS_URL.')]
  const findings: Finding[] = []
  let reason = 'it does not answer'
  const ignore = () => {}
  // The connection tells the reason of a failure only to its log.
  const log: Log = {
    debug: ignore,
    info: ignore,
    warn: ignore,
    error: fields => {
      reason = String(fields.reason ?? reason)
    },
  }
  const connection = new RedisConnection({ url: data.redisUrl, log, answerMs: TIMEOUT_MS })
  await connection.check(async client => {
    const beforeMs = systemClock.now()
    const [seconds, microseconds] = (await client.sendCommand(['TIME'])) as unknown as [string, string]
    const clockMs = Number(seconds) * 1000 + Number(microseconds) / 1000
    findings.push(ok('redis', 'it answers'))
    findings.push(compareClocks('Redis', clockMs, { beforeMs, afterMs: systemClock.now() }))
  })
  if (!connection.isAvailable)
    return [
      problem(
        'redis',
        reason,
        'Start it, and check REDIS_URL; until then each process has a part of every limit.',
      ),
    ]
  connection.close()
  return findings
}
