import type { Answer } from '../../lib/api.ts'
import { formatCount } from '../../lib/format.ts'
import { formatBytes } from '../../lib/format-measures.ts'
import { formatTime } from '../../lib/format-times.ts'
import { Loaded } from '../../ui/loaded.tsx'
import styles from './admin.module.css'
import { health } from './api.ts'
import { type AdminTexts, useAdminTexts } from './texts.ts'

type HealthReport = Answer<'GET /admin/health'>

/** The state of the service, refetched every few seconds. */
export function Health() {
  const texts = useAdminTexts()
  return (
    <Loaded query={health}>
      {report => (
        <>
          <p className={styles.text}>{texts.healthText}</p>
          <div className={styles.panels}>
            {panelsOf(report, texts.health).map(panel => (
              <Panel key={panel.title} {...panel} />
            ))}
          </div>
        </>
      )}
    </Loaded>
  )
}

/** Name and value, and whether somebody has to act. */
type Fact = readonly [name: string, value: string, isBad?: boolean]

interface PanelProps {
  readonly title: string
  readonly facts: readonly Fact[]
}

function Panel({ title, facts }: PanelProps) {
  return (
    <section>
      <h2>{title}</h2>
      <dl>
        {facts.map(([name, value, isBad = false]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={isBad ? styles.bad : 'num'}>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

type Texts = AdminTexts['health']

function panelsOf(report: HealthReport, texts: Texts): readonly PanelProps[] {
  const { queue, lookups, catalog, storage, memoryBytes, version } = report
  return [
    {
      title: texts.queue,
      facts: [
        [texts.waiting, texts.ofCapacity(formatCount(queue.waiting), formatCount(queue.capacity))],
        [texts.estimate, estimateOf(queue.estimateSeconds, texts)],
      ],
    },
    {
      title: texts.budget,
      facts: [
        [texts.account, lookups.configured ? texts.configured : texts.notConfigured, !lookups.configured],
        [texts.lookups, texts.ofCapacity(formatCount(lookups.lastMinute), formatCount(lookups.perMinute))],
        [texts.resting, restOf(lookups, texts), lookups.rest !== null],
      ],
    },
    {
      title: texts.catalog,
      facts: [
        [texts.listed, formatCount(catalog.listed)],
        [texts.indexed, formatCount(catalog.indexed)],
        [texts.lag, formatCount(catalog.lag)],
      ],
    },
    { title: texts.upstreams, facts: upstreamsOf(report, texts) },
    {
      title: texts.storage,
      facts: [
        [texts.database, formatBytes(storage.databaseBytes)],
        [texts.snapshots, formatBytes(storage.snapshotBytes)],
        [texts.pictures, formatBytes(storage.pictureBytes)],
        [texts.free, formatBytes(storage.freeBytes)],
        [texts.memory, formatBytes(memoryBytes)],
        [texts.version, version],
      ],
    },
  ]
}

function estimateOf(seconds: number | null, texts: Texts): string {
  if (seconds === null) return texts.unknown
  return seconds < 120
    ? texts.seconds(formatCount(seconds))
    : texts.minutes(formatCount(Math.round(seconds / 60)))
}

function restOf({ rest }: HealthReport['lookups'], texts: Texts): string {
  if (rest === null) return texts.notResting
  return texts.restUntil(texts.restReasons[rest.reason], formatTime(rest.until))
}

function upstreamsOf({ upstreams }: HealthReport, texts: Texts): readonly Fact[] {
  if (upstreams.length === 0) return [[texts.noUpstreams, '']]
  return upstreams.map(({ name, circuit, until }) => {
    const state = texts.circuits[circuit]
    const value = until === null ? state : texts.circuitUntil(state, formatTime(until))
    return [upstreamName(name, texts), value, until !== null]
  })
}

/**
 * The name of an upstream in the visitor's language. If a newer server names one that is unknown here, that name is
 * shown.
 */
function upstreamName(name: string, { upstreamNames, picturesAt }: Texts): string {
  const [, host] = /^pictures at (.+)$/.exec(name) ?? []
  if (host !== undefined) return picturesAt(host)
  return (upstreamNames as Readonly<Record<string, string>>)[name] ?? name
}
