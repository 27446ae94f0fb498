import type { SnapshotFile } from '../../kernel/snapshot.ts'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import { removeLeftovers } from '../files/leftovers.ts'
import { isUnfinished, readSnapshotFile, writeSnapshotFile } from './snapshot-file.ts'
import type { MeasureWrite } from './snapshot-metrics.ts'

export interface SnapshotAtDeps extends Pick<SystemDeps, 'clock' | 'log'> {
  measureWrite?: MeasureWrite
}

/** The snapshot at a path. Logs when it cannot be used. */
export function snapshotAt(path: string, { clock, log, measureWrite }: SnapshotAtDeps): SnapshotFile {
  return {
    read: async (isRight, use) => {
      await removeLeftovers(path, clock.now(), isUnfinished)
      let checkError: unknown
      const reasonToRefuse = async (meta: unknown) => {
        try {
          return (await isRight(meta)) ? null : 'not-right'
        } catch (error) {
          checkError = error
          return 'not-checked'
        }
      }
      const outcome = await readSnapshotFile(path, { reasonToRefuse })
      if (checkError !== undefined) throw checkError
      const warn = (reason: string, err: unknown) =>
        log.warn({ event: 'snapshot-unusable', path, reason, err }, 'A snapshot cannot be used')
      try {
        if (outcome.kind === 'content') return use(outcome)
        if (outcome.reason !== 'missing') warn(outcome.reason, outcome.error)
      } catch (err) {
        warn('inconsistent', err)
      }
      return null
    },
    write: async (content, signal) => {
      const write = () => writeSnapshotFile(path, content, { signal })
      await (measureWrite?.(signal, write) ?? write())
    },
  }
}
