import type { Value } from '../../lib/api.ts'
import { formatCount } from '../../lib/format.ts'
import { formatBytes } from '../../lib/format-measures.ts'
import { formatTime } from '../../lib/format-times.ts'
import { Loaded } from '../../ui/loaded.tsx'
import styles from './admin.module.css'
import { health } from './api.ts'
import { useAdminTexts } from './texts.ts'

type Report = Value<'GET /admin/health'>

/** The state of the service, refetched every few seconds. */
export function Health() {
  const texts = useAdminTexts()
  return (
    <Loaded query={health}>
      {report => (
        <>
          <p className={styles.text}>{texts.healthText}</p>
          <div className={styles.panels}>
            <Queue report={report} />
            <Lookups report={report} />
            <Catalog report={report} />
            <Upstreams report={report} />
            <Storage report={report} />
          </div>
        </>
      )}
    </Loaded>
  )
}

/** Name and value, and whether somebody has to act. */
type Fact = readonly [name: string, value: string, isBad?: boolean]

function Panel({ title, facts }: { title: string; facts: readonly Fact[] }) {
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

function Queue({ report: { queue } }: { report: Report }) {
  const { health: texts } = useAdminTexts()
  const { waiting, capacity, estimateSeconds: seconds } = queue
  const time =
    seconds === null
      ? texts.unknown
      : seconds < 120
        ? texts.seconds(formatCount(seconds))
        : texts.minutes(formatCount(Math.round(seconds / 60)))
  return (
    <Panel
      title={texts.queue}
      facts={[
        [texts.waiting, texts.ofCapacity(formatCount(waiting), formatCount(capacity))],
        [texts.estimate, time],
      ]}
    />
  )
}

function Lookups({ report: { lookups } }: { report: Report }) {
  const { health: texts } = useAdminTexts()
  const { configured, lastMinute, perMinute, rest } = lookups
  return (
    <Panel
      title={texts.budget}
      facts={[
        [texts.account, configured ? texts.configured : texts.notConfigured, !configured],
        [texts.lookups, texts.ofCapacity(formatCount(lastMinute), formatCount(perMinute))],
        [
          texts.resting,
          rest === null
            ? texts.notResting
            : texts.restUntil(texts.restReasons[rest.reason], formatTime(rest.until)),
          rest !== null,
        ],
      ]}
    />
  )
}

function Catalog({ report: { catalog } }: { report: Report }) {
  const { health: texts } = useAdminTexts()
  return (
    <Panel
      title={texts.catalog}
      facts={[
        [texts.listed, formatCount(catalog.listed)],
        [texts.indexed, formatCount(catalog.indexed)],
        [texts.lag, formatCount(catalog.lag)],
      ]}
    />
  )
}

function Upstreams({ report: { upstreams } }: { report: Report }) {
  const { health: texts } = useAdminTexts()
  if (upstreams.length === 0) return <Panel title={texts.upstreams} facts={[[texts.noUpstreams, '']]} />
  return (
    <Panel
      title={texts.upstreams}
      facts={upstreams.map(({ name, circuit, until }) => [
        upstreamName(name, texts),
        until === null
          ? texts.circuits[circuit]
          : texts.circuitUntil(texts.circuits[circuit], formatTime(until)),
        until !== null,
      ])}
    />
  )
}

/**
 * The name of an upstream in the visitor's language. If a newer server names one that is unknown here, that name is
 * shown.
 */
function upstreamName(
  name: string,
  { upstreamNames, picturesAt }: ReturnType<typeof useAdminTexts>['health'],
): string {
  const [, host] = /^pictures at (.+)$/.exec(name) ?? []
  if (host !== undefined) return picturesAt(host)
  return (upstreamNames as Readonly<Record<string, string>>)[name] ?? name
}

function Storage({ report: { storage, memoryBytes, version } }: { report: Report }) {
  const { health: texts } = useAdminTexts()
  return (
    <Panel
      title={texts.storage}
      facts={[
        [texts.database, formatBytes(storage.databaseBytes)],
        [texts.snapshots, formatBytes(storage.snapshotBytes)],
        [texts.pictures, formatBytes(storage.pictureBytes)],
        [texts.free, formatBytes(storage.freeBytes)],
        [texts.memory, formatBytes(memoryBytes)],
        [texts.version, version],
      ]}
    />
  )
}
